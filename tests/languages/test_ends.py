"""Where sentences end in each first-class language: titles, abbreviations, ordinals, dates, quotations, numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sentencerank.document import Block
from sentencerank.languages.end_rules import rules_of
from sentencerank.languages.ends import find_ends
from sentencerank.languages.measured import measured
from sentencerank.languages.packs import FIRST_CLASS, PACKS
from sentencerank.languages.registry import language_of

CASES = {
    "en": [
        "It took 250 ms.|Participants slept.|It weighs 12 kg.|Boeing sells it.",
        "Names are lower-case.|ls is a program.|The tool is good.|tar(1) too.",
        "Type '?' for help.|The mark \".\" ends it.|Install dpkg.|Rain fell.",
        "Gen. Lee met Messrs. Black and White.|It was 5 p.m.|They left.",
        "He works for Acme Inc. in Boston.|The firm was founded in 1990.|50 people work there.",
        "so did i.|then we left.|it was fun.",
        "It was found (see Sec. 3.2 and Tab. 4. There is more in Fig. 5) in 1999.|Nobody knew.",
        "The method of Smith et al. (2005) works.|So did I.|He took vitamin C.|It helps.",
        "It ended.[12]|Then it began.",
        "1. Open the box.|2. Read the note.",
        "He is from Washington, D.C., and so on.|J. Le Goff came, R. De Niro too.",
        "We left at 6 p.m.|Mr. Hay met us at 5 p.m. Friday, in a hall.|It [see p. 4. It is long] grew.",
        "He wrote World War I.|Poland wept.|I read --T.S. Eliot and Ann E. Day.",
    ],
    "de": [
        "um z. B. bei uns zu sein",
        "Es wiegt 12 kg.|Boeing baut es.|Altfranzösisch (842-ca. 1400) ist alt.",
        "Dr. Weiß kam am 3. Mai um 5.30 Uhr.|1937 wurde er z. B. in Wien gesehen.",
        "Der 2. Weltkrieg begann 1939.|Der Verein kam auf Platz 2.|Danach stieg er ab.",
        "Ludwig XIV. war König.|Er regierte vom 14. Mai 1643 an.",
        "Das gilt bzw. galt für Bücher, Hefte usw.|Mehr steht auf S. 5 in Abb. 3.",
        "„Geh!“, sagte er.|„Nein.“|Sie blieb (vgl. Kap. 2. Dort steht mehr) daheim.",
        "Der TuS e.V. wurde im 19. Jahrhundert gegründet.|Im 5. Jh. v. Chr. gab es ihn nicht.",
        "»Ach so!« rief sie.|»Und nun?«",
        "Die Datei gehört dem System.|/etc/motd ist eine andere.|--quiet zeigt nichts.",
        "Sie wohnt Hauptstr. 5, er seit dem 3. 4. 2020 auch.|Um 100 n. Chr. war hier »nichts. Gar nichts« los.",
    ],
    "fr": [
        "M. Macron a parlé.|Mme Le Pen et MM. Blanc et Noir ont répondu.",
        "Voir p. ex. l'art. 5 et la fig. 3.|Il y avait des chats, des chiens, etc.|Puis il partit.",
        "« Il est tard. »|Elle sortit en l'an 52 av. J.-C. avec lui.",
        "« Partez ! Vite ! » criait-il.|Il dit : « J'ai peur. Adieu. »",
        "Voir vol. II et l'art. L. 12.|Il vint à 11 h.|M. Roy aussi.",
        "C'est fini !|Vraiment ?|Oui.|1998 fut une belle année.",
        "Lisez les règles du jeu.|Colette le sait depuis le jeu. 12 mars.|Ils passent le col.|Elle aussi.",
    ],
    "es": [
        "No se copia nada con la opción -n.|De forma predeterminada se copia.",
        "El Sr. García y la Dra. Ruiz viven en EE. UU. desde 1990.|10 años después volvieron.",
        "¿Qué hora es?|¡Las tres!|Véase la pág. 5, p. ej. el núm. 3.",
        "—¡Vete! —dijo él.|—No —contestó ella.",
        "Miran el mar.|Juan leyó a Harry A. Mills y nada más.",
    ],
    "it": [
        "Il sig. Rossi e l'avv. Bianchi citano l'art. 5 della legge n. 312.|È vero.",
        "Il dott. Verdi compra pane, latte, ecc.|Poi torna a casa.|Nel 1990 era in U.S.A. con G. Di Maio.",
        '"Vieni!" disse.|"No".|E partì.',
    ],
    "pt": [
        'Se NOME não contiver "/", imprime "." (a pasta).',
        "O Sr. Silva e a Dra. Souza moram na Av. Paulista.|O art. 5 diz isso.",
        "«Vamos!», disse ele.|Era o ano 30 a. C. e fazia frio.|Ela foi.",
    ],
    "nl": [
        "Mevr. de Vries en dhr. Jansen spraken o.a. over art. 5.|Dat was bijv. nieuw.",
        "Hij zag vogels, vissen, enz.|Daarna ging hij naar foto's.|Zij bleef.",
        "Prof. dr. A. van den Berg kwam om 5 uur.|In 1990 was hij er ook.",
    ],
    "ru": [
        "Прибор весит 12 кг.|Прибор новый.|Список файлов.|ls показывает его.",
        "Пакеты ставит инструмент dpkg.|Набор программ велик.",
        "А. С. Пушкин родился в 1799 г. в Москве.|Это было в XVIII в.|Он писал стихи.",
        "На ул. Ленина, д. 5 живут люди, кошки и т. д.|См. рис. 3 на стр. 5.",
        "«Уходи!» — сказал он.|Т. е. нет.|Цена 5 тыс. руб. за штуку.",
    ],
    "tr": [
        "Av. Yılmaz ile Prof. Dr. Demir geldi.|2. Dünya Savaşı 1939'da başladı.|19. yüzyıl bitti.",
        "T.C. Merkez Bankası A.Ş. değildir.|Kalem, defter vb. aldı.|Sonra gitti.",
        "Bunu İ. H. Uzun yazdı.|31 Ara. 2025'te biter.",
        "Onlar çalışıyorlar...|çalışmak da değil.|Eski evler... sonra bahçeler göründü.",
    ],
    "ar": ["قال د. أحمد إن الوقت تأخر.|هل هذا صحيح؟|نعم!", "ولد سنة 300 ق.م. في مصر.|ثم سافر."],
    "hi": ["डॉ. ली आगे कहते हैं।|ए. पी. जे. अब्दुल कलाम राष्ट्रपति थे।|जी.डी.पी. ग्रोथ कम है।", '"जाओ! जल्दी!" वे बोले।|न्या. राव आए।'],
    "bn": ["মো. রহিম ঢাকায় থাকেন।|ড. ইউনূস এসেছেন।|তিনি কি যাবেন?"],
    "vi": [
        "TP. Hồ Chí Minh rất đông.|PGS. TS. Nguyễn Văn A. đã nói vậy.|Ông mua cam, quýt, v.v. ở chợ.",
        "Giá trị trong ô.|Hành động dừng.",
    ],
    "zh": [
        "本文提出新方法．|准确率提高3．5％．|下面讨论。",
        "李教授（Dr. J. Li）来了。|见vol. 2附件（第8页。有图）。|他说：“好。走吧。”|“谁？”老人反问。|Yahoo!关门了。",
        "他来了。|2007年，他走了。|Python很好！|“好。”他说。|下雨了吗？|是。",
        "他问:“去哪儿？”|她没有回答。",
        "我们看《你好！妈妈》。|《走吧。去哪》很好看。",
    ],
    "ja": [
        "これは本です．|図１．２を参照．|3時に帰る．",
        "雨だ。|25日も雨だ。|「行こう。」と言った。|Pythonは良い!|本当?|はい。",
        "手法を提案する．|精度は３．５％向上した．|（付録を参照．）|次に述べる．",
    ],
    "ko": [
        "파일이 없습니다.|apt로 설치하세요.|정말요?|vim을 쓰세요.",
        "자세한 설명은 5.1.1절. “부팅하기” 부분을 참고하십시오.|그러면 됩니다.",
        "그는 말했다.|이것은 것.|전략의 일관성이 있다.|정말?|네!",
        "2013. 7. 4. 선고되었다.|미국(U.S.) 법이다.|'없다. 기다려라.'고 했다.|\"왜?\" 하고 물었다.",
    ],
}


def split(code: str, text: str) -> list[str]:
    spans = language_of(code).sentences(text, [Block("paragraph", 0, len(text))])
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(("code", "case"), [(code, case) for code, cases in CASES.items() for case in cases])
def test_sentences_end_where_a_reader_ends_them(code: str, case: str) -> None:
    joint = "" if code in ("zh", "ja") else " "
    assert split(code, case.replace("|", joint)) == case.split("|")


@pytest.mark.parametrize("code", sorted(FIRST_CLASS))
def test_running_text_full_of_abbreviations_is_cut_where_a_reader_cuts_it(code: str) -> None:
    sentences = Path(f"tests/languages/running/{code}.txt").read_text(encoding="utf-8").splitlines()
    found = split(code, ("" if code in ("zh", "ja") else " ").join(sentences))
    assert len(sentences) == 100
    assert len(set(sentences) - set(found)) <= 8


def test_articles_of_a_russian_law_are_headings() -> None:
    text = "Статья 1. Права сторон\n\nДоговор пишут. Его читают.\n\nОн вечен. Его хранят.\n\nСтатья 2. Срок\n\nЕго нет."
    kinds = [block.kind for block in language_of("ru").blocks(text)]
    assert kinds == ["heading", "paragraph", "paragraph", "heading", "paragraph"]


def test_every_first_class_language_has_cases_and_a_file_of_one_form() -> None:
    assert CASES.keys() == FIRST_CLASS
    for code in FIRST_CLASS:
        rules = rules_of(PACKS[code])
        assert rules is not None
        assert rules.kinds
    files = Path("src/sentencerank/languages/abbreviations").glob("*.txt")
    for path in files:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        assert all(line.partition(": ")[2].strip() for line in lines), path


def test_an_abbreviation_is_in_one_list() -> None:
    for code in FIRST_CLASS:
        rules = rules_of(PACKS[code])
        assert rules is not None
        assert not rules.never & rules.last, code
        assert not rules.maybe & rules.never, code


def test_the_last_end_is_that_of_the_text() -> None:
    rules = rules_of(PACKS["de"])
    assert rules is not None
    for text in ("", "a", "Ende. ", "... ", "„", "1. ", "().", "Abs. A", "Nr. B", "3. 4. 5", "2020. 1.", "«. »"):
        assert find_ends(text, rules)[-1] == len(text)


def test_the_page_has_the_measured_scores() -> None:
    page = Path("results/languages.md").read_text(encoding="utf-8")
    for code, scores in measured().items():
        cells = (PACKS[code].name, scores.ends, scores.ends_f, scores.sentences, scores.detected, scores.snippets)
        assert f"| {' | '.join(map(str, cells))} |" in page, code
