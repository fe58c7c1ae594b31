"""What the package promises, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields

import pytest

import sentencerank as sr

PROMISED = {
    "ABLATIONS", "BEST", "Block", "Budget", "check_model", "ConvergenceError", "corpus_overview", "CorpusError",
    "compress", "compress_many", "Compression", "Hit", "KeptChunk",
    "CorpusJob", "DataError", "DeadlineError", "Document", "DocumentError", "Explanation", "Extract", "ExtraError",
    "InputError", "Keyphrase", "KnowledgeBase", "Language", "LanguageError", "Layer", "learn_stopwords",
    "LimitError", "Limits", "list_languages", "LITERAL", "load_model", "Mark", "METHODS", "mine_phrases", "Model",
    "ModelError", "Options", "OptionsError", "Pack", "PAPER", "Place", "PreparedDocument", "rank", "rank_column",
    "rank_corpus", "rank_together", "RankedSentence", "Ranker", "Ranking", "RankingTogether", "read_document",
    "reader_page", "READINGS", "Recipe", "register_language", "render_page",
    "run_evaluation", "Sentence", "SentenceRankError", "Source", "SparkCluster", "spr",
    "STRUCTURES",
    "Subwords", "swr", "Token", "Topic", "train_model", "TrainingPlan", "unregister_language", "Vote", "Wording",
    "WorkerError", "to_markdown", "verify_corpus", "write_model",
}  # fmt: skip


def test_all_is_exactly_what_is_promised_and_importable() -> None:
    assert set(sr.__all__) == PROMISED
    assert all(getattr(sr, name) is not None for name in sr.__all__)
    assert set(sr.__all__) <= set(dir(sr))
    with pytest.raises(AttributeError, match="nothing_like_this"):
        _ = sr.nothing_like_this


def test_every_error_of_ours_is_a_sentence_rank_error() -> None:
    errors = [getattr(sr, name) for name in sr.__all__ if name.endswith("Error")]
    assert all(issubclass(error, sr.SentenceRankError) for error in errors)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, sentencerank; print([m for m in ('numpy', 'click', 'sentencex') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_ranking_one_text_does_not_import_what_several_processes_need() -> None:
    code = "import sys, sentencerank as sr; sr.rank('Rain fell.'); print('multiprocessing' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_options_hold_only_literals_so_that_they_hash_and_serialise() -> None:
    assert all(isinstance(getattr(sr.BEST, f.name), str | int | float | bool | None) for f in fields(sr.Options))
    assert hash(sr.BEST) != hash(sr.PAPER)


def test_a_result_says_how_it_was_made() -> None:
    ranking = sr.rank("The dog ran home. The cat sat on the mat.", method="swr", reading="paper", damping=0.5)
    assert ranking.options.damping == 0.5
    assert ranking.options == sr.Ranker("swr", "paper", damping=0.5).options
    assert ranking.language == "en"


def test_arrays_that_leave_the_library_cannot_be_changed_by_accident() -> None:
    ranking = sr.rank("The dog ran home. The cat sat on the mat.")
    with pytest.raises(ValueError, match="read-only"):
        ranking.order[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        ranking.scores[0] = 1.0
