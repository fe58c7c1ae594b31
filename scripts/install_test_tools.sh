#!/bin/sh
# What the tests run besides Python: Perl with its XML parser, for the original ROUGE script, Java, for Spark,
# Chromium, for the reader, and groff, for the manual page. Says nothing if they are there.
set -eu

perl_is_there() { perl -MXML::Parser -MDB_File -e 1 2>/dev/null; }
java_is_there() { java -version 2>/dev/null; }
roff_is_there() { command -v groff >/dev/null; }
browser_is_there() { test -x "${CHROMIUM:-/usr/bin/chromium}"; }

missing=""
perl_is_there || missing="$missing perl libxml-parser-perl"
java_is_there || missing="$missing default-jre-headless"
browser_is_there || missing="$missing chromium"
roff_is_there || missing="$missing groff-base"
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo -n"
    sudo -n true 2>/dev/null || as_root="none"
fi
if [ "$as_root" != none ] && command -v apt-get >/dev/null; then
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing"
    $install >/dev/null 2>&1 || { $as_root apt-get update -qq >/dev/null 2>&1 && $install >/dev/null 2>&1; } || true
fi
perl_is_there || echo "Tests against the original ROUGE will be skipped: they need perl with XML::Parser." >&2
java_is_there || echo "Tests of Spark will be skipped: they need Java 17 or newer (default-jre-headless)." >&2
browser_is_there || echo "Tests of the reader will be skipped: they need chromium, or CHROMIUM set to its path." >&2
roff_is_there || echo "The test of the manual page will be skipped: it needs groff." >&2
