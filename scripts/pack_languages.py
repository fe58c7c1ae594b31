"""Pack the stop words of the languages: spaCy's lists, without content words, as small text files.

    pip download --no-deps --only-binary=:all: spacy==3.8.18 --dest lists
    python scripts/pack_languages.py lists/spacy-3.8.18-*.whl

The wheel is only read as an archive; nothing of it is installed or run. Lists with another SHA-256 are refused.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import zipfile
from pathlib import Path
from unicodedata import normalize

from sentencerank.languages.function_words import profiles

TARGET = Path(__file__).parent.parent / "src" / "sentencerank" / "languages" / "stopwords"
VERSION = "3.8.18"
DIGEST = "e75102c9abe75aa8786760053ba04ea6671ecaa9661c490b42dccf060224908b"  # of all the lists below, one after another

LISTS = re.findall(
    r"\w+",
    "ar az bg bn ca cs da de el es et eu fa fi fr ga he hi hr hu hy id is it ja lv mr nb nl pl pt ro ru sk sl sq sr sv "
    "ta th tl tr uk ur zh",
)
# Most words of spaCy's Urdu list are in an old encoding and match nothing; with common words texts are ranked worse.
NO_BETTER = frozenset({"ur"})
LONGEST_THAI = 8  # characters; longer entries are phrases that no segmenter gives

# Content words in the lists: nouns, verbs of telling and doing, adjectives that a document can be about.
PRUNED = {
    "ar": "ابن أبو وأبو مساء الحالي",
    "bn": "উত্তর কাজ কাজে চালু চেষ্টা দিন দেশের নতুন বক্তব্য বছর বন ব্যবহার মানুষ মানুষের সাধারণ প্রাথমিক কথা",
    "de": "ag jahr jahre jahren tag tage tagen uhr zeit mittel morgen dasein ehrlich satt recht rechte rechten "
    "rechter rechtes neue neuen teil dank ende beispiel einmaleins bekannt offen leicht richtig schlecht vergangene "
    "vergangenen",
    "es": "acuerdo estado estados paìs verdad verdadera verdadero conocer nueva nuevas nuevo nuevos uso tarde claro "
    "conseguir consigue consiguen conseguimos consigues habla hablan usar usa usan usamos usas usais total lado",
    "fr": "gens retour stop ouvert ouverte ouverts personne nouveau parler parle parlent bat basee specifique "
    "specifiques spécifique spécifiques suffisant suffisante tenir tente suivre laisser debout proche permet",
    "hi": "घर वर्ग वरग रवासा ऱ्वासा",
    "it": "ansa anni anno attesa casa citta città conclusione consiglio cortesia favore forza futuro generale giorni "
    "giorno governo gruppo lavoro luogo mancanza marche mesi ministro mondo mosto nazionale nuovo ore paese peccato "
    "persone piedi registrazione scola titolo tempo uomo vita press srl conciliarsi possedere presa piglia anticipo "
    "minimi posto scopo pieno lato mezzo brava bravo",
    "nl": "prof publ wezen klaar vrij",
    "pt": "apoia apoio caminho certeza conselho corrente estado grupo local lugar mês meses nível número números "
    "nova novas novo novos ponto pontos posição povo questão relação sistema tempo tipo valor área custa direita "
    "ligado pegar iniciar inicio quarta quinta sexta segunda forma apontar comprida comprido conhecida conhecido "
    "falta máximo quieta quieto tentar tentaram tente tentei usar usa vinda zero",
    "ru": "ел ела ем емъ ест ешь едим едят комья благо поприще данные томах",
    "tr": "iş kaynak öz",
    "zh": "人 人民 人们 问题 安全 任务 战斗 社会主义 理论 行动 行为 规定 练习 范围 策略地 转贴 进步 现代 保险 保管 "
    "先生 伟大 巩固 促进 宣布 处理 复杂 丰富 严重 应用 总结 扩大 掌握 欢迎 适应 转动 转变 移动 限制 集中 防止 维持 "
    "联系 上升 争取 主张 企图 传说 传闻 使用 前进 加入 加强 反应 反映 召开 合理 周围 坚决 坚持 失去 完成 实现 密切 "
    "帮助 开展 引起 强烈 强调 形成 决定 准备 产生 代替 允许 要求 认识 说明 运用 避免 元／吨 长线 高兴 满足 清楚 活 "
    "白 老 臭 粗 饱 打 儿 川流不息 风雨无阻 特点 结果 结合 组成 构成 注意 深入 重大 今天 今年 心里 意思 有效 积极 "
    "个人 严格 专门 了解 保持 举行 出现 取得 变成 存在 容易 巨大 广泛 开始 明确 普遍 普通 显著 正常 特殊 相信 确定 "
    "突出 继续 良好 考虑 知道 对比 替代 方便 实际 具体 共同 全面 不变 不力 不满 不足 中间 串行 从事 依靠 分期 大事 "
    "有利 有力",
}

# What the lists lack: the commonest function words outside them, and words that ask, which a query is full of.
ADDED = {
    "ar": "التي وهي وهو أيضا كانت تم يتم هناك عليهم منهم لهم وأن وأنه لأنه لأنها بأن أنها وقال وقالت سيكون أية أيهما "
    "لمن",
    "bn": "এবং না হয় জন্য একটি দিয়ে কাকে কার কারা কাদের কখন কোথায় কোথা কিভাবে কীভাবে কেমন",
    "de": "dass sowie bzw etc usw zudem jedoch dieser hierbei wohin woher weshalb wieso weswegen wieviel wieviele "
    "worauf wodurch womit wofür woran worin worüber worum woraus wovon wovor wozu wogegen wobei wonach worunter "
    "inwiefern inwieweit",
    "es": "ayer adónde porqué",
    "fa": "این آن که را از به در با است بود برای های می شود کرد شد",
    "hi": "गई गए रही चुका सकती करती वाली वाला दी दे ले लेकर बीच बताया हर जाता जाती जाते जाएगा तथा इससे उससे जिससे "
    "इनके जिसमें जबकि बल्कि क्योंकि लगभग साल होगा होगी होंगे थीं दौरान अब तीन क्या अपना लोग ज्यादा अधिक किसने किसका "
    "किसकी किसके किन कब कहाँ कहां क्यों कैसे कैसा कैसी कितनी कितने किधर",
    "it": "dell quell sull nell dall all entro presso perchè qual",
    "pt": "do da dos das ao aos à às pela pelo isso disse durante mediante hoje aonde quanta quantos quantas",
    "fr": "qu aujourd lorsqu puisqu jusqu quelqu d l c s n m t j été a ont lors chaque contre hier "
    "demain loin trop envers hors afin",
    "he": "של את על לא עם הוא היא זה כי אם גם או אך אבל הם הן כל יותר רק עד אל מה מי אני אנחנו היה היתה הייתה היו יש "
    "אין",
    "ja": "こと もの ため よう ところ これ それ あれ この その あの する なる いる ある できる れる られる だれ "
    "なに なん どこ なぜ どのように どれ どの どちら いくら どんな 様",
    "nl": "echter wordt werd werden zo'n hij zij waarheen waarvandaan hoeveel waarmee waarop waaraan waardoor waarin "
    "waarvan waarvoor waaruit waarover waarnaar waartoe hoeveelste hoelang hoezo",
    "ru": "это этот которые года какое каком каких какую чья чьи насколько",
    "tr": "bir iki üç ile ve de da ki bunun göre kadar olan olduğunu söyledi şekilde dedi artık ilk yeni sonra kimin "
    "kimler neyin nedir neler kaç hangileri midir mıdır mudur müdür "
    "içinde içine içinden içindeki karşı arasında arasından arasındaki hakkında üzerine üzerinden üzerindeki altında "
    "altından altına üstünde üstüne yanında yanına boyunca ardından arkasında önünde önüne dışında aracılığıyla olacak "
    "olmayan olmaz olmadı olmadığı olmadığını olabilir olmuş olmuştur olacağı olacağını olması olmasını etmek eder "
    "edilen edildi edilmiş edilir edilerek ettik vardır yoktur değildir bulunan bulunuyor aynı hemen asla tekrar evet "
    "hayır özellikle hala fazla",
    "th": "ที่ และ ใน ของ เป็น มี ได้ ให้ ว่า จะ ไม่ การ ความ กับ จาก ก็ นี้ นั้น ไป มา อยู่ แล้ว ซึ่ง โดย เพื่อ แต่ หรือ ต้อง ยัง คน",
    "zh": "的 了 在 是 和 也 就 都 而 及 与 着 或 一个 没有 我们 你们 他们 这个 那个 并 很 更 还 把 被 让 对 从 向 "
    "年 月 日 个 说 何地 何人 多久 多大 哪一",
    "ur": "کون کس کسے کیا کہاں کیسے کیسا کیسی کتنا کتنی کتنے کونسا کونسی",
}

# Written here: spaCy's Vietnamese list holds 1,900 entries, most of them content words, its Korean one 60 morphemes.
OWN = {
    "vi": "và của là có không được cho trong một những các với này đó đã đang sẽ để từ khi thì mà như cũng về vào ra "
    "lên xuống tại bởi vì nên nhưng hoặc hay rất nhiều hơn nhất cùng theo trên dưới sau trước giữa ngoài bên đến tới "
    "lại còn chỉ vẫn bị do nếu thế nào gì ai đâu sao bao mỗi mọi từng cả cái chiếc con người họ tôi chúng ta anh chị "
    "ông bà em nó mình đây kia ấy nay rồi đều ngay chưa chẳng phải cần thể việc sự điều rằng qua bằng nhằm dù tuy "
    "song vậy thêm khoảng hai ba lúc vừa mới đi làm gần hết quá lắm thật thì ở à ạ ơi nhé nhỉ đấy đầu cuối nữa nhau "
    "ít đủ nơi cách cuộc nhiên tuy nhiêu mấy",
    "ko": "이 그 저 것 수 등 때 년 월 일 가 한 지 들 및 또 더 잘 못 안 두 중 내 약 말 때문 하나 그것 이것 저것 여기 "
    "거기 저기 우리 저희 나 너 누구 무엇 어디 언제 어느 어떤 어떻게 왜 모든 다른 같은 이런 그런 저런 이렇게 그렇게 "
    "매우 아주 가장 더욱 다시 이미 아직 바로 함께 또한 그리고 그러나 그런데 그래서 하지만 따라서 그러므로 즉 또는 "
    "혹은 만약 비록 있다 있는 있고 있으며 있었다 없다 없는 하다 하는 하고 하며 했다 한다 할 해 된다 되는 되고 되었다 "
    "됐다 될 않는 않다 않고 않은 위해 위한 대한 대해 통해 따라 따르 의해 관한 관하 이라고 라고 밝혔다 말했다 전했다 "
    "이다 있 하 되 보 않 없 주 아니 같 오 그렇 위하 말하 알 받 못하 그러 시키 싶 대하 통하 의하 만 천 백 개 명 번 점 "
    "데 바 뿐 채 줄 듯 측 전 후 이후 이전 동안 사이 정도 경우 여러 각 매 첫 그중 당시 모두 많 크 좋 많은 많이 큰 새 "
    "누가 얼마 얼마나 무슨 합니까 입니까 됩니까 있습니까 습니까 인가요 나요",
}


def main(wheel: Path) -> None:
    """Write every list."""
    with zipfile.ZipFile(wheel) as archive:
        sources = {code: archive.read(f"spacy/lang/{code}/stop_words.py") for code in LISTS}
    found = hashlib.sha256(b"".join(sources[code] for code in LISTS)).hexdigest()
    if found != DIGEST:
        sys.exit(f"{wheel.name}: the lists have the SHA-256 {found}, not {DIGEST}. Take spacy=={VERSION}.")
    TARGET.mkdir(exist_ok=True)
    for code in sorted([*LISTS, *OWN]):
        words = entries(OWN[code]) if code in OWN else packed(code, sources[code])
        lines = [f"# see NOTICE and scripts/pack_languages.py; {len(words)} words", *filled(sorted(words))]
        (TARGET / f"{code}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in TARGET.glob("*.txt"))
    print(f"{len(LISTS) + len(OWN)} lists, {size:,} bytes")


def packed(code: str, source: bytes) -> set[str]:
    """The words of a list file, read as data, pruned and completed, also by the words that the language is told by."""
    strings = [
        node.value
        for node in ast.walk(ast.parse(source.decode("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    words = (entries(" ".join(strings)) - entries(PRUNED.get(code, ""))) | entries(ADDED.get(code, ""))
    if code not in NO_BETTER:
        words |= {word for own in profiles().values() for word in entries(own.get(code, ""))}
    return {word for word in words if code != "th" or len(word) <= LONGEST_THAI}


def entries(text: str) -> set[str]:
    """Words in lower case and NFC; what has no letter is no word."""
    words = (normalize("NFC", word.lower()).replace("’", "'").rstrip("'") for word in text.split())
    return {word for word in words if any(map(str.isalpha, word)) and word.isprintable() and "." not in word}


def filled(words: list[str], width: int = 120) -> list[str]:
    """The words on lines of about this width."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
