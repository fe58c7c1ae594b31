#!/bin/sh
# Train the model of a language from free text, and put it into the user's library of models:
#   scripts/build_model.sh CORPUS de german
#   scripts/build_model.sh frwiki-latest-pages-articles.xml.bz2 fr french
# CORPUS is plain text with a document a line, or a Wikipedia dump. The model of six million German words takes 37 MB.
# It needs sentencerank[train].
set -eu
[ $# -eq 3 ] || { sed -n '2,6p' "$0" | cut -c3-; exit 2; }
corpus=$1 language=$2 name=$3
library=${SENTENCERANK_MODELS:-${XDG_DATA_HOME:-$HOME/.local/share}/sentencerank/models}
mkdir -p "$library"
sentencerank train "$corpus" --language "$language" --numbers int8 --trees 200 --min-count 10 --name "$name" -o "$library/$name"
rm -rf "$library/$name.work"
du -sh "$library/$name"
sentencerank model check "$name"
echo "From now on for every document in its language: sentencerank model use $name"
