"""Texts in formats that people write by hand, each with the same few things in it."""

from __future__ import annotations

from tests.documents.samples import RAIN, SEA, SUN

RST = f"""
=============
Rain in Spain
=============

:Author: Ann Lee
:Date: 2024-02-04

.. contents::

{RAIN} See :ref:`the sea <sea>` and ``rain()`` in *Spain* [1]_.

.. _sea:

The sea
-------

.. note:: {SEA}

Run it like this::

    rain --heavy
    sun --late

- First, the sea warms up.
- Second, the air rises
  and cools.

  1. Clouds form.

umbrella
    A roof to carry, of use on most days.

-v, --verbose  Tell all about the rain.

.. code-block:: python

   def rain(): ...

.. image:: rain.png
   :alt: Rain over a hill

=====  =====
City   Rain
=====  =====
Rome   4 mm
=====  =====

+-------+-------+
| City  | Rain  |
+=======+=======+
| Oslo  | 3 mm  |
+-------+-------+

.. A comment that nobody reads.

.. [1] As the song has it.

{SUN}
"""
TROFF = rf""".\" A remark.
.TH RAIN 1 2024-02-04
.SH NAME
rain \- make it rain
.SH SYNOPSIS
.B rain
.RI [ OPTION ]...
.SH DESCRIPTION
{RAIN}
See
.BR sun (1)
and \fIthe sea\fR.
.PP
.nf
rain \-\-heavy
.fi
.SS The sea
{SEA}
.TP
.B \-v
Tell all about the rain.
.IP \(bu 2
The air rises.
.TS
l l.
City	Rain
Rome	4 mm
.TE
.SH SEE ALSO
.BR sun (1)
"""
MDOC = f""".Dd February 4, 2024
.Dt RAIN 1
.Os
.Sh NAME
.Nm rain
.Nd make it rain
.Sh SYNOPSIS
.Nm
.Op Fl v
.Sh DESCRIPTION
The
.Nm
program is described in
.Xr sun 1 .
{RAIN}
.Bl -tag
.It Fl v
Tell all about the rain.
.El
"""
POD = f"""
=head1 NAME

rain - make it rain

=head1 SYNOPSIS

    rain --heavy

      stop

=head1 DESCRIPTION

{RAIN} It is B<I<very> wet> if C<< a -> b >>, see L<the sea|https://sea.example/>,
L<sun(1)> and L<perlfunc/eval>. E<lt>nobodyE<gt> knows.X<rain>

=over 4

=item *

First, the sea warms up.

=item * Second, the air rises.

=item 1.

Third, it rains.

=item -v, --verbose

Tell all about the rain.

=back

=begin html

<p>not this</p>

=end html

=for text not this

{SUN}

=cut

my $program = "not this";

=head2 The sea

{SEA}

=head1 SEE ALSO

L<sun(1)>
"""
LATEX = rf"""\documentclass{{article}}
\title{{Rain in \emph{{Spain}}}}
\begin{{document}}
\maketitle
\begin{{abstract}}
{RAIN}
\end{{abstract}}
\section{{The sea}} % a remark
{SEA} It fell at $v = \frac{{a}}{{2}}$ on Jos\'e~\cite{{lee}}.\footnote{{As the song has it.}}

\begin{{itemize}}
\item First, the sea warms up.
\item Second, the air rises.
\end{{itemize}}
\begin{{verbatim}}
rain --heavy
\end{{verbatim}}
\begin{{equation}}
E = mc^2
\end{{equation}}
\begin{{table}}
\caption{{Rain by city.}}
\begin{{tabular}}{{ll}}
Rome & 4 mm \\
Oslo & 3 mm
\end{{tabular}}
\end{{table}}
{SUN}
\begin{{thebibliography}}{{9}}
\bibitem{{lee}} Ann Lee. Rain. 2020.
\end{{thebibliography}}
\end{{document}}
"""
ASCIIDOC = f"""= Rain in Spain
Ann Lee <ann@example.org>
:land: Spain

{RAIN} It is wet in {{land}}, says <<sea,the part on the sea>>.footnote:[As the song has it.]

[[sea]]
== The sea

{SEA}

* First, the _sea_ warms up.
* Second, the air rises.

[source,sh]
----
rain --heavy
----

-v::
--verbose::
    Tell all about the rain.

NOTE: Take an umbrella with you.

|===
|City |Rain
|Rome |4 mm
|===

// A comment that nobody reads.
include::sun.adoc[]

{SUN} See https://example.org[the weather].
"""
METADATA = f"""Metadata-Version: 2.1
Name: rain
Version: 1.0
Summary: Makes it rain in Spain.
Author: Ann Lee
Requires-Dist: sun
Description-Content-Type: text/markdown

# Rain

{RAIN}
"""
CONTROL = f"""Package: rain
Version: 1.0
Depends: sun
Description: make it rain in Spain
 {RAIN}
 .
 {SEA}
"""
_PAGE = "A. Lee                Rain in Spain               [Page {0}]\n\f\nRFC 1     Rain in Spain     May 1996\n\n"
PAGED = (
    f"{RAIN}\n\nThe water in the air\n" + _PAGE.format(1) + f"falls down as rain that is un\u2010\nseen.\n\n{SEA}\n"
    + _PAGE.format(2) + f"{SUN}\n" + _PAGE.format(3) + "The end is near.\n"
)  # fmt: skip

NOTEBOOK = """{
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": ["# Rain\\n", "\\n", "It *rained* in Spain for three days.\\n"]},
  {"cell_type": "code", "metadata": {}, "source": "fall = 3\\nprint(fall)", "outputs": [{"text": ["3"]}]},
  {"cell_type": "markdown", "metadata": {}, "source": "- Ferries stopped at noon.\\n- The sun came back."}
 ],
 "metadata": {"kernelspec": {"name": "python3", "language": "python"}},
 "nbformat": 4
}
"""
