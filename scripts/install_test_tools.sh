#!/bin/sh
# Perl and its XML parser, with which the tests run the original ROUGE script; says nothing if they are there.
set -eu

perl -MXML::Parser -MDB_File -e 1 2>/dev/null && exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo -n"
    sudo -n true 2>/dev/null || as_root="none"
fi
if [ "$as_root" != none ] && command -v apt-get >/dev/null; then
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq perl libxml-parser-perl"
    $install >/dev/null 2>&1 || { $as_root apt-get update -qq >/dev/null 2>&1 && $install >/dev/null 2>&1; } || true
fi
perl -MXML::Parser -MDB_File -e 1 2>/dev/null || echo "Tests against the original ROUGE will be skipped: they need perl with XML::Parser." >&2
