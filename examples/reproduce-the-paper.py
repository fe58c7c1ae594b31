# %% [markdown]
# # Reproduce the paper
#
# H. Zhang and J. Wang, *An Unsupervised Semantic Sentence Ranking Scheme for Text Documents*. First the method, equation by
# equation, on one document: every number is made by the functions that rank, in reading `paper`, and is checked against the
# equation written out. Then the form of its tables. The drawing is matplotlib's: `pip install 'sentencerank[evaluate]'`.

# %%
import matplotlib.pyplot as plt
import numpy as np

import sentencerank as sr
from sentencerank.method.clustering import affinity_clusters, cluster_count, spectral_clusters
from sentencerank.method.graphs import cooccurrence, most_similar, overlap, semantic, shared_terms, words_in_phrases
from sentencerank.method.pagerank import pagerank
from sentencerank.method.salience import salience, softplus
from sentencerank.method.selection import round_robin
from sentencerank.method.structures import location_ranks, sentence_bias, term_bias
from sentencerank.method.wmd import gaussian_similarity, relaxed_wmd, similarity

TEXT = """The old harbour bridge will close for two years of repairs, the city council decided on Monday.
Engineers found deep cracks in four of the steel cables last autumn.
The cables carry the weight of nine thousand cars a day.
Ferries will cross the river every ten minutes while the bridge is closed.
The ferry company has hired sixty new sailors and rented three ships.
Shop owners near the harbour fear that customers will stay away.
The council promised to pay part of the rent of small shops until the bridge opens again.
Repairs will cost ninety million, most of it for new steel cables.
A school class from the east bank will take the ferry to its swimming lessons.
The bridge was built a century ago and has never been closed for more than a week."""

ranker = sr.Ranker("ssr", "paper", language="en")
prepared = ranker.prepare(TEXT.splitlines())
graphs, options = prepared.graphs, ranker.options
terms, vectors = graphs.candidates.terms, graphs.vectors
n, m = len(terms.counts), len(terms.names)
print(f"{n} sentences, {m} essential words and phrases (§3.3, §4.2)")
print("phrases:", ", ".join(name for name, phrase in zip(terms.surfaces, terms.is_phrase) if phrase) or "none")

# %% [markdown]
# ## §4.2 The graph of words and phrases
#
# $w(u,v) = \frac{\mathrm{count}(u,v)}{\sum \mathrm{count}} + \frac{\cos(u,v)}{\sum \cos}$: terms that stand within
# Δ = 3 of each other, and terms whose vectors are nearer than δ.

# %%
near_pairs, near_weights = cooccurrence(terms, window=options.window, across_sentences=options.across_sentences)
delta, phrase_delta = prepared.analysis.threshold, prepared.analysis.phrase_threshold
like_pairs, like_weights = semantic(vectors, terms.is_phrase, threshold=delta, phrase_threshold=phrase_delta)
print(
    f"{len(near_pairs)} co-occurrences and {len(like_pairs)} semantic edges (δ = {delta:.2f}); each kind sums to one:"
)
print(near_weights.sum().round(6), like_weights.sum().round(6))

W = np.zeros((m, m))
for pairs, weights in ((near_pairs, near_weights), (like_pairs, like_weights)):
    W[pairs // m, pairs % m] += weights
W += W.T
edges = graphs.term_graph
same = np.zeros((m, m))
np.add.at(same, (edges.source, edges.target), edges.weight)
assert np.allclose(W, same)


def draw_graph(axes, weights, labels, sizes, colours="#3a8fd0"):
    """Draw nodes on a circle, edges as thick as they are heavy."""
    angle = 2 * np.pi * np.arange(len(labels)) / len(labels)
    x, y = np.cos(angle), np.sin(angle)
    for i, j in zip(*np.nonzero(np.triu(weights))):
        share = weights[i, j] / weights.max()
        axes.plot([x[i], x[j]], [y[i], y[j]], color="#9a9a9a", linewidth=0.3 + 2.5 * share, alpha=0.6, zorder=1)
    axes.scatter(x, y, s=sizes, c=colours, zorder=2)
    for place, label in enumerate(labels):
        turn = np.degrees(angle[place])
        flip = 90 < turn < 270
        axes.text(
            1.08 * x[place], 1.08 * y[place], label, fontsize=7, rotation=turn + 180 * flip,
            rotation_mode="anchor", ha="right" if flip else "left", va="center",
        )  # fmt: skip
    axes.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6))
    axes.set_aspect("equal")
    axes.axis("off")


# %% [markdown]
# ## §5.1 Eq. (2) and (3): PageRank, unbiased and biased by the structure of the article
#
# $W'(v) = d \sum_{u} \frac{w_{uv}}{\sum_x w_{ux}} W'(u) + (1-d)\,P(v)$, with
# $P(v) \propto \sum_{k: v \in S_k} 1/k$ for news.

# %%
places = location_ranks("news", n)
P = term_bias(terms, places)
Wv = pagerank(edges, P, damping=options.damping)
spread = W / np.where(W.sum(axis=1) > 0, W.sum(axis=1), 1)[:, None]
idle = W.sum(axis=1) == 0
assert np.allclose(Wv, options.damping * (spread.T @ Wv + Wv[idle].sum() * P) + (1 - options.damping) * P, atol=1e-6)
unbiased = pagerank(edges, np.full(m, 1 / m), damping=options.damping)
Wv, unbiased = Wv * m, unbiased * m  # on the scale of Eq. (1): scores average one

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5.2), width_ratios=(1.2, 1))
draw_graph(left, W, terms.surfaces, 25 * Wv)
left.set_title("words and phrases; size: W'(v)", fontsize=9)
top = np.argsort(-Wv)[:15][::-1]
right.barh(np.arange(15) + 0.2, Wv[top], height=0.4, color="#3a8fd0", label="W', biased, Eq. (3)")
right.barh(np.arange(15) - 0.2, unbiased[top], height=0.4, color="#c9c9c9", label="W, unbiased, Eq. (2)")
right.set_yticks(range(15), [terms.surfaces[k] for k in top], fontsize=8)
right.legend(fontsize=8)
figure.tight_layout()

# %% [markdown]
# ## §5.2 Eq. (4): softplus lifts small scores
#
# $\mathrm{sal}_{sp}(S) = \frac{1}{|S|} \sum_{v \in S} \ln(1 + e^{W'(v)})$. First the paper's own example, Table 1.

# %%
for row in ((2.6, 2.2, 2.1, 0.3, 0.2), (1.6, 1.5, 1.5, 1.5, 1.4)):
    print(row, "sal", np.mean(row).round(3), "sal_sp", softplus(np.array(row)).mean().round(3))
sal = salience(terms, Wv, elevate=True)
first = terms.of(0)
assert np.isclose(sal[0], np.log1p(np.exp(Wv[first])).mean())

# %% [markdown]
# ## §4.3 Eq. (1): the sentences and how alike they are
#
# $\mathrm{sim}_P(S_i, S_j) = \frac{1}{1 + \mathrm{WMD}(S_i, S_j)}$;
# $w_c(i,j) = \frac{p_{ij} + v_{ij}}{\log_{10}|S_i| + \log_{10}|S_j|}$; the nearest Γ = 30 % of all pairs are semantic edges.

# %%
wmd = relaxed_wmd(terms, vectors)
sim = similarity(wmd)
assert np.allclose(sim, graphs.chunks[0].similarity, atol=1e-6)
common = overlap(shared_terms(terms) + words_in_phrases(terms), terms.counts)
nearest = most_similar(sim, options.nearest)
G = common / (common.sum() / 2) + nearest / (nearest.sum() / 2)
assert np.allclose(G, graphs.chunks[0].graph, atol=1e-6)

figure, axes = plt.subplots(1, 3, figsize=(11, 3.6))
for one, matrix, title in zip(axes, (sim, common, nearest), ("sim_P, Eq. (1)", "w_c", "the nearest 30 %")):
    one.imshow(matrix - np.diag(np.diag(matrix)), cmap="Blues")
    one.set_title(title, fontsize=9)
    one.set_xticks(range(n), range(1, n + 1), fontsize=7)
    one.set_yticks(range(n), range(1, n + 1), fontsize=7)
figure.tight_layout()

# %% [markdown]
# ## §5.3, §5.4 Eq. (5): PageRank of the sentences, and the score
#
# $\mathrm{LS}(S_i) = 1/\log_{10}(1+i)$, and $F_s(S) = \frac12 \left(\mathrm{sal}_{sp}(S) + W'(S)\right)$.

# %%
Ws = pagerank(G, sentence_bias(places), damping=options.damping) * n
F = (sal + Ws) / 2
ranking = prepared.rank()
assert np.allclose(F, ranking.scores, atol=1e-5)

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), width_ratios=(1, 1.4))
draw_graph(left, G, [f"S{i}" for i in range(1, n + 1)], 120 * Ws)
left.set_title("sentences; size: W'(S)", fontsize=9)
right.bar(range(1, n + 1), sal / 2, color="#3a8fd0", label="½ sal_sp, Eq. (4)")
right.bar(range(1, n + 1), Ws / 2, bottom=sal / 2, color="#d98a1f", label="½ W'(S), Eq. (3)")
right.set_xticks(range(1, n + 1))
right.set_xlabel("sentence")
right.set_title("F_s, Eq. (5)", fontsize=9)
right.legend(fontsize=8)
figure.tight_layout()

# %% [markdown]
# ## §6 Eq. (6): subtopics
#
# Affinity propagation works on sim_P (SSR); spectral clustering (SPR, SWR) on
# $\mathrm{sim}_G(S_i, S_j) = e^{-\gamma\,\mathrm{WMD}(S_i, S_j)^2}$ with $K = \min(\lfloor 0.3 n \rfloor, 8)$.

# %%
clusters = affinity_clusters(sim)
assert clusters is not None and np.array_equal(clusters, ranking.clusters)
gauss = gaussian_similarity(wmd, options.gamma)
assert np.allclose(gauss, np.exp(-options.gamma * wmd**2), atol=1e-6)
K = cluster_count(n, options.max_clusters)
print("affinity propagation:", clusters.tolist())
print(f"spectral, K = {K}:    ", spectral_clusters(gauss, count=K).tolist())

# %% [markdown]
# ## §7 Round robin: from scores and subtopics to one order
#
# In every round each subtopic gives its best remaining sentence, the subtopic with the best one first. (As printed, scores are
# divided by the characters of the sentence before; reading `paper` does not: docs/decisions/0001.)

# %%
order = round_robin(F, clusters)
assert np.array_equal(order, ranking.order)
colours = plt.get_cmap("tab10")
figure, axes = plt.subplots(figsize=(11, 3.4))
axes.bar(range(1, n + 1), F[order], color=[colours(clusters[i] % 10) for i in order])
axes.set_xticks(range(1, n + 1), [f"S{i + 1}" for i in order])
axes.set_xlabel("order of selection; colour: subtopic")
axes.set_ylabel("F_s")
figure.tight_layout()

for rank, i in enumerate(order[:4], 1):
    print(f"{rank}. S{i + 1} (subtopic {clusters[i]}, F_s {F[i]:.2f}): {prepared.document.sentences[i].text}")

# %% [markdown]
# ## §8 The form of the tables
#
# DUC-02 and SummBank are licensed, so here are two made-up documents that two people have judged. They show how a table is made
# and say nothing about quality. With the data of the paper, `python scripts/reproduce.py duc02/ summbank/ --output section8`
# writes Tables 2 to 5 beside the printed figures.

# %%
import json
import tempfile
from pathlib import Path

more = "It rained for a week.\nThe coast road is closed until Monday.\nBuses go by the hills.\nA bakery sells cakes."
cases = [
    {"id": "bridge", "language": "en", "sentences": TEXT.splitlines(), "references": [
        {"judge": "a", "text": "The harbour bridge closes for two years, because its steel cables have cracks. Ferries replace it."},
        {"judge": "b", "text": "Repairs of the bridge take two years and cost ninety million. Ferries cross every ten minutes."}]},
    {"id": "road", "language": "en", "sentences": more.splitlines(), "references": [
        {"judge": "a", "text": "After rain the coast road is closed."}, {"judge": "b", "text": "The road is closed until Monday."}]},
]  # fmt: skip
with tempfile.TemporaryDirectory() as folder:
    data = Path(folder) / "judged.jsonl"
    data.write_text("\n".join(map(json.dumps, cases)))
    systems = [sr.Recipe.of(method, "paper") for method in ("ssr", "spr", "swr")] + ["textrank", "lexrank", "lead"]
    results = sr.run_evaluation(data, systems, "15w", samples=0)
print(f"{'15 words':12} {'R-1':>6} {'R-2':>6} {'R-SU4':>6}")
for name in ("ssr-paper", "spr-paper", "swr-paper", "textrank", "lexrank", "lead"):
    row = (100 * results.mean(name, results.column(measure)) for measure in ("rouge_1", "rouge_2", "rouge_su4"))
    print(f"{name:12} " + " ".join(f"{value:6.1f}" for value in row))
