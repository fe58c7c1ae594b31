from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.errors import ExtraError
from sentencerank.train import Training, TrainingPlan, load_phrase_model, segment, train_model
from sentencerank.train.tokens import insert_spaces, original_places, segmented_language, tokenise


def words(text: str) -> list[str]:
    """Words of two characters each."""
    return [text[place : place + 2] for place in range(0, len(text), 2)]


FIRST = words("机器电影足球音乐食品汽车城市历史数据语音人口教育环境天气图书公路")
SECOND = words("学习导演比赛老师安全市场规划问题分析识别增长改革保护变化出版建设")
PHRASES = [a + b for shift in (0, 1) for a, b in zip(FIRST[shift:], SECOND, strict=False)]
WORDS = words("我们他们学生喜欢研究今天昨天北京上海非常重要认为需要学校朋友工作公司")
pytestmark = pytest.mark.filterwarnings("ignore:.*the length penalty is at an end")


def chinese(documents: int) -> str:
    chance = random.Random(2)

    def sentence() -> str:
        pieces = [chance.choice(PHRASES if chance.random() < 0.3 else WORDS) for _ in range(chance.randint(3, 9))]
        pieces.append(f"w{chance.randint(1, 150)}")
        return "".join(pieces) + chance.choice("。！？")

    return "".join("".join(sentence() for _ in range(6)) + "\n" for _ in range(documents))


def test_languages_with_spaces_need_no_segmenter() -> None:
    assert segmented_language("en") is None
    assert segmented_language("de") is None


def test_a_missing_segmenter_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sentencerank.languages.segmenters.segmenter", lambda name: None)
    segmented_language.cache_clear()
    with pytest.raises(ExtraError, match=r"sentencerank\[languages\]"):
        segmented_language("zh")
    segmented_language.cache_clear()


@given(st.text(alphabet="今天在北京下雨，。 \nab-c\t😀", max_size=40))
def test_spaces_are_all_that_is_added(text: str) -> None:
    pytest.importorskip("rjieba")
    language = segmented_language("zh")
    assert language is not None
    apart, inserted = insert_spaces(text, language)
    places = set(inserted.tolist())
    assert "".join(char for place, char in enumerate(apart) if place not in places) == text
    words = tokenise(apart, spaced=True)
    starts, ends = original_places(words.starts, inserted), original_places(words.ends, inserted)
    for start, end, id in zip(starts.tolist(), ends.tolist(), words.ids.tolist(), strict=True):
        assert text[start:end].lower() == words.names[id]


def test_chinese_through_its_segmenter(tmp_path: Path) -> None:
    pytest.importorskip("rjieba")
    (tmp_path / "zh.txt").write_text(chinese(250), encoding="utf-8")
    (tmp_path / "kb.txt").write_text("\n".join(PHRASES[::2] + PHRASES[:4]), encoding="utf-8")
    plan = TrainingPlan(
        corpus=(tmp_path / "zh.txt",), language="zh", knowledge=tmp_path / "kb.txt", min_sup=5, trees=40,
        training=Training(dimensions=8, epochs=1, min_count=1), minimum=0.3,
    )  # fmt: skip
    model = train_model(plan, tmp_path / "model", tmp_path / "work")
    mined = load_phrase_model(tmp_path / "work" / "phrases" / "model")
    assert {"我们", "研究"} <= set(mined.words)  # words, not characters
    text = "他们研究机器学习！"
    spans = segment(text, mined, minimum=0.1)
    assert [text[span.start : span.end] for span in spans if " " in span.phrase] == ["机器学习"]
    ranking = sr.rank(chinese(2), model=str(model), language="zh")
    assert len(ranking) == 12
    assert not any("No vectors" in note for note in ranking.notes)
