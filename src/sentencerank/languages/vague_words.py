"""Words that are nouns but tell nobody what a text is about: "thing", "example", "Monday", "Dr".

A vague word may be part of a phrase, as in "case law", unless it says as little there: "new law", "law Tuesday".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sentencerank.languages.words import word_list


class Vague(NamedTuple):
    """The vague words of a language, in lower case."""

    alone: frozenset[str] = frozenset()  # no keyphrase by themselves
    before: frozenset[str] = frozenset()  # cut off at the beginning of a phrase
    breaking: frozenset[str] = frozenset()  # in no phrase: days and months


# Forms of address, in the languages that write a name behind them.
TITLES = word_list(
    [
        "dr mr mrs ms miss sir prof professor rev hon st jr lord lady madam mme mlle herr frau hr fr dipl ing sr sra",
        "srta señor señora senhor senhora dott sig signor signora dhr mevr г-н г-жа bay bayan",
    ]
)
# A phrase that ends with one of these says nothing either: "painful ones", "the right thing".
HOLLOW = word_list(
    ["ones thing things way ways lot lots kind sort bit somebody someone everybody everyone anybody anyone nobody"]
)
# What may stand between two names that are one: "Bank of England", "Ludwig van Beethoven".
PARTICLES = word_list(
    ["of de du da do dos das del della dei di des von van der den zu zum zur ter ten al el la bin ibn"]
)

_ALONE = {
    "en": "amount approach area aspect attempt base basis bit bunch case cases chance change choice circumstance "
    "concept condition consequence couple course day days decade degree detail details difference doubt effect end "
    "example examples fact factor feature features figure form future good group half hand hour hours idea instance "
    "issue item items job kind lack least level line lot lots man manner matter mean meaning means mention method "
    "minute minutes moment month months morning need night note number numbers object one option order others paper "
    "part parts past people percent period person piece place point points possibility problem problems process "
    "purpose question questions range rate reason reasons record regard rest result results role section sense set "
    "side sort start state step steps stuff table terms thing things thought time times today tomorrow tonight top "
    "total town type types use user variety version view way ways week weeks word words work world year years "
    "yesterday fig eq chapter page pages copyright rights author authors article abstract introduction conclusion "
    "references appendix contents summary overview",
    "de": "Anfang Art Aufgabe Beispiel Bereich Ende Fall Form Frage Grund Jahr Jahre Jahren Kapitel Lage Leute Mal "
    "Mensch Menschen Minute Monat Möglichkeit Punkt Rahmen Seite Sinn Stelle Stunde Tag Tage Teil Thema Weg Weise "
    "Falle Fälle Fällen Woche Zahl Zeit Ziel Abbildung Abschnitt Tabelle Prozent Uhr Abs Nr Satz Millionen "
    "Milliarden Euro Dollar US-Dollar Jahrhundert Jahrhunderts Jahrhunderte",
    "fr": "cas chose choses cours date début exemple fait façon fin fois gens heure heures jour jours lieu manière "
    "minute mois moment nombre objet page part partie place point question raison semaine sens sorte suite temps "
    "type vue an ans année années dernier dernière premier première nouveau nouvelle selon euros pourcent figure "
    "tableau chapitre section",
    "es": "año años caso casos cosa cosas cuenta día días ejemplo fin forma hora horas lugar manera mes meses momento "
    "número parte partes persona punto razón semana semanas sentido tiempo tipo vez veces nuevo nueva primer primera "
    "capítulo figura sección tabla",
    "pt": "ano anos caso casos coisa coisas conta dia dias exemplo fim forma hora horas lugar maneira mês meses "
    "momento número parte partes pessoa ponto razão semana semanas sentido tempo tipo vez vezes novo nova primeiro "
    "primeira capítulo figura seção tabela cento seguinte seguintes",
    "it": "anno anni caso casi cosa cose esempio fine forma giorno giorni luogo mese mesi modo momento numero ora ore "
    "parte parti persona punto ragione senso settimana tempo tipo volta volte nuovo nuova primo prima capitolo "
    "figura sezione tabella",
    "nl": "aantal dag dagen deel ding dingen einde geval jaar jaren keer maand maanden manier mensen moment plaats "
    "punt reden soort tijd uur vraag week weken wijze hoofdstuk figuur tabel procent",
    "ru": "время вид год года годы дело день дни значение конец лет место месяц момент начало образ отношение пример "
    "причина раз случай сторона тип форма час часть человек число глава раздел рисунок таблица",
    "ja": "必要 使用 利用 場合 他 方法 可能 以下 以上 以前 以後 時 時間 中 上 下 前 後 人 人々 年 月 日 今 今回 "
    "現在 最後 最初 結果 一部 部分 全体 自分 多く 問題 例 章 節 図 表 件 点 数 ため もの こと よう ところ 次 "
    "際 間 内 外 方 ない 参照 提供 内容 説明 実施 確認 対応 上記 下記 以外 同様 特定 実際 存在 追加 作成 開始 "
    "通常 注意 参考 代わり 代り 元 形 形式 種類 状態 作業 処理 指定 自身 自分自身 人間 意味 理由 目的 最低 最高 名前 "
    "同時 順番 直後 直前 途中 複数 単一 可能性 普通 記述 記載 表示 変更 設定 動作 機能 無視 効果 デフォルト",
    "zh": "时候 时间 方面 情况 问题 工作 部分 地方 目前 现在 今年 去年 明年 年 月 日 人 人们 人员 方式 方法 例子 "
    "结果 原因 第一 章 节 图 表 进行 使用 可能 需要 大家 东西 事情 时 谢谢 话 意思 声称 显而易见",
    "th": "ทำ หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ ร้อย พัน หมื่น แสน ล้าน วัน เดือน ปี คน",
    "ko": "것 수 때 등 경우 이후 이전 지금 현재 올해 지난해 년 월 일 사람 사람들 방법 문제 결과 부분 시간 마지막 "
    "처음 예 장 절 그림 표",
}
_BEFORE = {
    "en": "actual appropriate available basic best better big certain common complete considerable corresponding "
    "current different early entire excellent existing final following former full further general given good great "
    "high important interesting large last late later latest little long low main major many more most much "
    "necessary new next old only original other overall own particular possible potential present previous proposed "
    "real recent relevant resulting same several short significant similar simple single small so-called special "
    "specific such suitable top total typical usual various well whole wide able first second third",
    "de": "neu neue neuen neuer neues ganze ganzen ganzer ganzes weitere weiteren weiterer weiteres verschiedene "
    "verschiedenen verschiedener groß große großen großer großes kleine kleinen kleiner kleines letzte letzten letzter "
    "letztes nächste nächsten nächster nächstes erste ersten erster erstes eigene eigenen eigener eigenes viele vielen "
    "vieler andere anderen anderer anderes bestimmte bestimmten bestimmter selbe selben selber jeweilige jeweiligen "
    "zahlreiche zahlreichen zahlreicher wichtige wichtigen wichtiger möglich mögliche möglichen ähnliche ähnlichen "
    "ähnlicher damalige damaligen damaliger heutige heutigen heutiger sogenannte sogenannten solche solchen solcher "
    "folgende folgenden folgender folgendes nachfolgende nachfolgenden obige obigen obiger obiges angegebene "
    "angegebenen angegebener angegebenes gleiche gleichen gleicher gleiches entsprechende entsprechenden "
    "entsprechender entsprechendes zusätzliche zusätzlichen zusätzlicher zusätzliches besondere besonderen "
    "besonderer besonderes aktuelle aktuellen aktueller aktuelles genannte genannten genannter vorhandene "
    "vorhandenen vorhandener einzelne einzelnen einzelner einzelnes mögliche möglicher mögliches übliche üblichen "
    "gewünschte gewünschten gewünschter",
    "fr": "nouveau nouvelle nouveaux nouvelles nouvel ancien ancienne anciens anciennes dernier dernière derniers "
    "dernières premier première premiers premières grand grande grands grandes petit petite petits petites bon bonne "
    "bons bonnes meilleur meilleure meilleurs meilleures autre autres principal principale principaux principales même "
    "mêmes certain certaine certains certaines véritable véritables seul seule seuls seules vrai vraie long longue "
    "longs longues haut haute fort forte forts fortes jeune jeunes prochain prochaine actuel actuelle actuels tout "
    "toute tous toutes différents différentes divers diverses",
    "es": "nuevo nueva nuevos nuevas antiguo antigua último última últimos últimas primer primero primera primeros "
    "primeras gran grande grandes pequeño pequeña pequeños pequeñas buen bueno buena mejor mejores otro otra otros "
    "otras principal principales mismo misma mismos mismas cierto cierta verdadero verdadera solo sola largo larga "
    "alto alta joven próximo próxima actual actuales todo toda todos todas diferentes distintos distintas diversos "
    "diversas",
    "pt": "novo nova novos novas antigo antiga último última últimos últimas primeiro primeira primeiros primeiras "
    "grande grandes pequeno pequena pequenos pequenas bom boa melhor melhores outro outra outros outras principal "
    "principais mesmo mesma mesmos mesmas certo certa verdadeiro verdadeira só longo longa alto alta amplo ampla "
    "jovem próximo próxima atual atuais todo toda todos todas diferentes diversos diversas seguinte seguintes",
    "it": "nuovo nuova nuovi nuove antico antica ultimo ultima ultimi ultime primo prima primi prime grande grandi "
    "piccolo piccola piccoli piccole buon buono buona migliore migliori altro altra altri altre principale principali "
    "stesso stessa stessi stesse certo certa vero vera solo sola lungo lunga alto alta giovane prossimo prossima "
    "attuale attuali tutto tutta tutti tutte diversi diverse",
    "nl": "nieuw nieuwe oud oude laatste eerste tweede grote groot kleine klein goed goede beste ander andere anderen "
    "belangrijk belangrijke belangrijkste eigen zelfde hele lange hoge jonge volgende huidige alle verschillende",
    "tr": "eski yeni büyük küçük uzun kısa son ilk ikinci üçüncü bazı bütün tüm diğer aynı önemli farklı çeşitli",
    "ru": "новый новая новые новых другой другие других большой большая большие весь вся первый первая последний",
}
_BREAKING = {
    "en": "monday tuesday wednesday thursday friday saturday sunday january february april june july august september "
    "october november december jan feb apr jun jul aug sep sept oct nov dec yesterday today tomorrow tonight",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august "
    "september oktober november dezember chr",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août "
    "septembre octobre novembre décembre ailleurs jamais avez ayez",
    "es": "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre hay hubo habrá jamás",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo janeiro fevereiro março "
    "abril maio junho julho agosto setembro outubro novembro dezembro há houve haverá apesar desses dessas serem terem",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio "
    "agosto settembre ottobre novembre dicembre",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli "
    "augustus september oktober november december",
    "ru": "понедельник вторник среда четверг пятница суббота воскресенье январь января февраль февраля март марта "
    "апрель апреля май мая июнь июня июль июля август августа сентябрь сентября октябрь октября ноябрь ноября декабрь "
    "декабря",
    "ur": "میں سے کا کو نے کے کی پر تک اس ان جس جن جب جو کہ ہم آپ انہوں اپنی اپنے اپنا یہ وہ کسی ایسے یہاں وہاں بھی جا "
    "کر کرنے کرنا آنے تھا تھی تھے ہے ہیں ہوں ہو گیا گئی گئے دیا دی لیا زیادہ تو ہی جس کس ہوتا ہوتی ہوئے ہوئی",
    "tr": "ilişkin hakkında konusunda kapsamında sayesinde arasında ardından yaklaşık geçtiğimiz bulunan edildi edilen "
    "etti ettiği olan oldu olduğu başladı dedi söyledi belirtti içinde üzerinde altında yanında yapılan "
    "aldı verdi yaptı yapıldı geldi gitti kaldı çıktı açıldı sahip gerektirir eder edebilir yapabilir olmasına "
    "pazartesi salı çarşamba perşembe cuma cumartesi pazar ocak şubat mart nisan mayıs haziran temmuz ağustos "
    "eylül ekim kasım aralık",
    "ar": "الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد يناير فبراير مارس أبريل مايو يونيو يوليو "
    "أغسطس سبتمبر أكتوبر نوفمبر ديسمبر الآن أمس اليوم غدا",
    "hi": "सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर "
    "अक्टूबर नवंबर दिसंबर आज कल",
    "bn": "সোমবার মঙ্গলবার বুধবার বৃহস্পতিবার শুক্রবার শনিবার রবিবার জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই "
    "আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর আজ",
    "ja": "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 月曜 火曜 水曜 木曜 金曜 土曜 日曜 今日 昨日 明日",
    "zh": "星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日 今天 昨天 明天 "
    # Verbs that the dictionary also has as nouns.
    "预计 预期 估计 容纳 表示 认为 指出 宣布 报道 强调 包括 包含 提供 获得 成为 具有 拥有 属于 来自 位于 达到 超过 "
    "减少 增加 下降 上升 开始 结束 继续 进入 离开 允许 成立 举行 出现 存在 导致 采用 实现 "
    # Stand in a clause, never in a name.
    "时 同时 此时 原本 本来 相匹配",
    "ko": "월요일 화요일 수요일 목요일 금요일 토요일 일요일 오늘 어제 내일",
}
# What stands in no phrase of any language: remains of markup and of citations.
_NEVER = "quot nbsp amp lt gt et al http https www vs"
# English words that stand in a text of another language belong to a quotation, or to a part that nobody translated.
_ENGLISH = (
    "the of and are is was were be been with that this these those from which have has had not you your we they their "
    "its will would can could should by as to"
)


# Where letters are others, no other English function word is a word of the text either.
_ENGLISH_BESIDE = word_list(
    [
        "a an in on at it he she no not or but if so than then there here into onto over under out up down off about",
        "between through during before after each every all any some such only also when where while who whose what",
        "why how do does did done been being having may might must shall just more most other same both few very own",
        "again once because until against me my our us him her them his hers theirs yours",
    ]
)
OTHER_LETTERS = word_list(["ja zh ko th ru uk bg sr be mk el ar fa ur he hi bn mr ne ta"])


@cache
def vague_words(code: str) -> Vague:
    """Return the vague words of a language; none where there is no list.

    >>> "example" in vague_words("en").alone, vague_words("tlh").alone
    (True, frozenset())
    """
    tables: tuple[Mapping[str, str], ...] = (_ALONE, _BEFORE, _BREAKING)
    alone, before, breaking = (frozenset(table.get(code, "").lower().split()) for table in tables)
    never = frozenset((_NEVER if code == "en" else f"{_NEVER} {_ENGLISH}").split())
    if code in OTHER_LETTERS:
        never |= _ENGLISH_BESIDE
    if code == "en":
        alone |= {f"{word}s" for word in alone}
    return Vague(alone, before, breaking | never)
