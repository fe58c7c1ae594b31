#!/bin/sh
# Write the tables of results/ anew:  sh scripts/make_results.sh DATA...
# What was computed before is taken from build/; whatever changed is computed again. Peers run where they are installed.
# report.md is kept in the repository; report.html and summary.json are built here and ignored by git.
set -eu
if [ $# -eq 0 ]; then
    echo "usage: sh scripts/make_results.sh DATA...   (judged documents, see docs/evaluation.md)" >&2
    exit 2
fi
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
"${PYTHON:-.venv/bin/python}" -m sentencerank evaluate "$@" \
    --ablations --peers --workers "${WORKERS:-2}" --output build/results
mkdir -p results
cp build/results/report.md build/results/report.html build/results/summary.json results/
