# %% [markdown]
# # Compress before a language model reads
#
# A retriever returns more text than a prompt should hold. `compress` keeps the sentences that matter for the question, word for
# word, and never more than the budget that *your* tokeniser counts. Nothing is sent anywhere. The texts are invented.

# %%
import re

import sentencerank as sr

question = "How long will the bridge be closed, and who pays for it?"
chunks = [
    {"id": "times", "title": "Bridge closes", "text": """The harbour bridge will close for two years of repairs, the city council
decided on Monday. Engineers found deep cracks in four of its steel cables last autumn. A brass band had played at its opening.
Repairs will cost ninety million. The council pays a third, and the state pays the rest."""},
    {"id": "post", "title": "Ferries", "text": """Ferries will cross the river every ten minutes. The ferry company has hired sixty
sailors. Tickets are free for pupils. The cafe on board sells soup."""},
    {"id": "blog", "title": "My holiday", "text": """We came by train. The weather was fine on most days. From the hotel we saw the
harbour bridge, which is closed for two years. The soup was good."""},
]  # fmt: skip


def tokens(text):
    """Stand in for the tokeniser of your model: words and signs."""
    return len(re.findall(r"\w+|[^\w\s]", text))


result = sr.compress(chunks, question, tokens=60, count=tokens)
print(result.text)
print(f"\n{result.before} tokens before, {result.after} after")

# %% [markdown]
# A real tokeniser goes the same way: `count=tiktoken.get_encoding("o200k_base")`, or a `tokenizers.Tokenizer`.
#
# ## What was kept is known
#
# Spans are characters of each chunk, so that an answer can cite its source.

# %%
for chunk in chunks:
    for start, end in result.kept[chunk["id"]]:
        print(chunk["id"], start, end, repr(chunk["text"][start:end][:60]))

# %% [markdown]
# ## Budgets, and what must stay

# %%
for budget in (20, 40, 80, 160):
    smaller = sr.compress(chunks, question, tokens=budget, count=tokens)
    print(budget, "allowed,", smaller.after, "used,", [len(smaller.kept[chunk["id"]]) for chunk in chunks], "spans")
kept = sr.compress(chunks, question, tokens=40, count=tokens, keep="soup")
print("soup" in kept.text, kept.after)

# %% [markdown]
# ## The prompt

# %%
prompt = f"Answer from these extracts; […] marks what was left out.\n\n{result.text}\n\nQuestion: {question}"
print(prompt)

# %% [markdown]
# What this does not do: it does not shorten sentences, and it finds what shares words or near meanings with the question. Give
# `encoder=sr.encoder("minilm")` where questions are worded quite differently from the texts.
