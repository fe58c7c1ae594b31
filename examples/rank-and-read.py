# %% [markdown]
# # Rank and read
#
# A ranking of all sentences of a text, and what can be made from it: extracts, layers, keyphrases, answers, a page to read.
# `pip install sentencerank` is all that this needs. The text is invented.

# %%
from pathlib import Path

import sentencerank as sr

article = next(path for path in (Path("article.txt"), Path("examples/article.txt")) if path.exists())
text = article.read_text()
ranking = sr.rank(text)
for sentence in ranking[:3]:
    print(sentence.rank, " ".join(sentence.text.split()))

# %% [markdown]
# At the end of a cell a ranking is shown as its text: the darker a sentence, the more important it is.

# %%
ranking

# %% [markdown]
# ## Why
#
# Every rank has reasons. `parts` is what the score is made of.

# %%
reasons = ranking.explain(ranking[0].index)
print(reasons.sentence)
print({name: round(value, 2) for name, value in reasons.parts.items() if value})

# %% [markdown]
# ## As much as you want
#
# An extract never exceeds its budget. With `nested=True` a larger one only adds sentences. Layers say what to read first,
# second, third.

# %%
for words in (30, 60, 120):
    extract = ranking.summary(words=words, nested=True)
    print(words, "words:", extract.indices)
for layer in ranking.layers(minutes=[0.5, 1, 2]):
    print("layer", layer.number, "has", len(layer.sentences), "sentences")

# %% [markdown]
# ## What it is about, and what it says about something

# %%
print([phrase.text for phrase in ranking.keyphrases(6)])
for topic in ranking.topics:
    print(topic.letter, topic.name)
for query in ("who pays", "is there a danger for the fish"):
    print(query, "→", " ".join(sr.rank(text, query=query)[0].text.split()))

# %% [markdown]
# ## Read it
#
# One file, which works in any browser without a network. `sentencerank read article.txt` does the same from the shell.

# %%
page = sr.reader_page(ranking)
print(f"about {round(len(page), -5) // 1000} kB of HTML that begins with {page[:15]}")
