#!/bin/sh
# Train word and phrase vectors together, as the paper has them, and put SPR above SWR to the test with them:
#     sh scripts/phrase_vectors.sh CORPUS MODEL DATA...
# Phrases are mined from the corpus, each occurrence becomes one unit, and fastText is trained on the result (§8.1). The
# paper's corpus is English Wikipedia with CNN/DailyMail; any English text will do. A model that is there is not trained
# again, and a killed training goes on where it was.
set -eu
if [ $# -lt 3 ]; then
    echo "usage: sh scripts/phrase_vectors.sh CORPUS MODEL DATA...   (judged documents, see docs/evaluation.md)" >&2
    exit 2
fi
corpus=$1 model=$2
shift 2
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
python=${PYTHON:-.venv/bin/python}
test -e "$model/manifest.json" || "$python" -m sentencerank train "$corpus" --output "$model"
"$python" -m sentencerank evaluate "$@" --methods ssr,spr,swr,textrank --readings paper --no-judges \
    --reference spr-paper --model "$model" --output "$model.results"
