"""The languages of the package, as data. A line is all that a language with spaces between its words needs."""

from __future__ import annotations

from collections.abc import Mapping

from sentencerank.languages.language import Pack

_BENGALI = (
    "(?:গুলোর|গুলোতে|গুলোকে|গুলো|গুলির|গুলিতে|গুলিকে|গুলি|দেরকে|দের|টির|টিতে|টিকে|টি|টার|টাকে|টা|েরা|ের|কে|তে|ে|"
    "(?<=[\u09be-\u09cc])(?:রা|র))"  # after a vowel sign; elsewhere it belongs to the word
)
_KOREAN = (
    "(?:으로부터|에서부터|이라고|들에게|들에서|들이|들은|들을|들의|들과|들도|에서는|에서도|에게는|으로는|으로|에서|에게|"
    "까지|부터|처럼|보다|라고|이나|이며|입니다|이다|했다|한다|하는|하고|하며|하여|해서|합니다|됐다|된다|되는|되고|되어|"
    "은|는|이|가|을|를|의|에|도|로|와|과|만|들)"
)

_FIRST = (
    Pack(code="en", name="English", tagger="lexicon", stemmer="english"),  # english.py; here for the list
    Pack(
        code="de", name="German", stemmer="german", tagger="endings", capital_nouns=True,
        openings="er "
        # The polite form of address depends on nothing.
        "sie(?!_(?:können|könnten|müssen|sollten|dürfen|möchten|brauchen|benötigen|finden|erhalten)) "
        "es(?!_(?:gibt|wird|werden|ist_(?:möglich|wichtig|nötig|notwendig|sinnvoll)|empfiehlt|handelt|sei)) dies "
        "diese[rsmn]?(?!_(?:anleitung|buch|dokument|general|handbuch|lizenz|kurs|paket|text|vereinbarung)) "
        "das_(?:ist|war|sei|sind|waren|hat) jen(?:e[rsmn]?) sein(?:e[rsmn]?)? "
        "ihr(?:e[rsmn]?)? aber doch jedoch allerdings dennoch trotzdem deshalb deswegen daher darum außerdem zudem "
        "dabei dadurch damit danach dann also denn und oder so dagegen hingegen stattdessen zum_beispiel auch dazu "
        "dafür davon daraus daran darauf darin hierbei hierzu hierfür ferner weiterhin folglich somit demnach ebenso "
        "sonst ansonsten andernfalls infolgedessen schließlich beispielsweise gleichwohl "
        "in_diesem_fall aus_diesem_grund",
    ),
    Pack(
        code="fr", name="French", stemmer="french",
        elided="l d j qu n s c m t jusqu lorsqu puisqu quoiqu aujourd",
        endings=r"-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous|ce|ci|là|les?|la|lui|leur|moi|y|en)",
        openings="ils? elles? celui-ci celle-ci ceux-ci cela ceci ce(?!_(?:document|manuel|guide|rapport|livre)) "
        "cet(?!_article) c['’]est cette(?!_(?:étude|licence)) ces cependant mais or donc ainsi pourtant toutefois "
        "néanmoins ensuite puis enfin aussi et par_(?:exemple|conséquent|ailleurs|contre) en_(?:effet|outre|revanche) "
        "de_(?:plus|même) sinon autrement d['’]ailleurs dans_ce_cas au_contraire",
    ),
    Pack(
        code="es", name="Spanish", stemmer="spanish",
        openings="él ellos ellas ella est[ea]s? est[oa]s? es[ae] esos esas eso aquel(?:la|los|las)? sin_embargo pero "
        "y además por_(?:eso|tanto|ello|lo_tanto|ejemplo) así entonces luego después también no_obstante en_cambio "
        "aun_así asimismo igualmente por_(?:consiguiente|otra_parte|otro_lado) en_consecuencia de_lo_contrario "
        "en_(?:este|ese)_caso",
    ),
    Pack(
        code="it", name="Italian", stemmer="italian",
        elided="l d c s m t v n un all dall dell nell sull coll quell quest bell sant senz dov",
        openings="egli esso essa essi esse lui lei loro quest[oaie] quell[oaie] quegli quei però ma e tuttavia quindi "
        "perciò inoltre infatti invece poi dunque così anche per_(?:questo|esempio) ad_esempio ciò infine pertanto "
        "altrimenti di_conseguenza in_(?:questo|tal)_(?:modo|caso) d['’]altra_parte allo_stesso_modo",
    ),
    Pack(
        code="pt", name="Portuguese", stemmer="portuguese",
        endings=r"-(?:se|me|te|lhes?|nos|vos|[ln]?[oa]s?)",
        openings="eles? elas? est[ea]s? ess[ea]s? isto isso aquel[ea]s? aquilo no_entanto mas e porém contudo todavia "
        "portanto assim então depois também além_d(?:isso|o_mais) "
        "por_(?:isso|exemplo|conseguinte|outro_lado) entretanto consequentemente ainda_assim "
        "caso_contrário n(?:es[st]e|aquele)_caso",
    ),
    Pack(
        code="nl", name="Dutch", stemmer="dutch",
        openings="hij zij ze het_(?:is|was|werd|heeft) dit deze die dat_(?:is|was) zijn haar hun maar echter toch en "
        "daarom dus daarna vervolgens bovendien ook daardoor hierdoor bijvoorbeeld niettemin "
        "daarnaast daarentegen daarbij daarmee daarvoor hierbij hiermee hiervoor derhalve bijgevolg anders desondanks "
        "tevens eveneens immers in_dat_geval in_dit_geval",
    ),
    Pack(
        code="ru", name="Russian", script="cyrillic", stemmer="russian", tagger="pymorphy3",
        openings="он она оно они это этот эта эти его её ее их такой такая такие но однако а и поэтому зато затем "
        "потом также тоже кроме_того так таким_образом например тем_не_менее впрочем "
        "при_этом следовательно кроме_этого вместо_этого в_результате в_этом_случае в_то_же_время в_частности "
        "к_тому_же более_того напротив наоборот иначе тогда с_другой_стороны",
    ),
    Pack(
        code="tr", name="Turkish", stemmer="turkish", fold="turkish", endings=r"['’].*",
        openings="o onlar bu bunlar bunun buna bunu şu ancak fakat ama ve ayrıca çünkü böylece dolayısıyla yine "
        "öte_yandan örneğin sonra üstelik bununla bundan onun ona onu oysa halbuki ardından böyle öyleyse "
        "ne_var_ki aksi_(?:takdirde|halde)",
    ),
    Pack(
        code="ar", name="Arabic", script="arabic", stemmer="arabic", fold="arabic",
        openings="هو هي هم وهو وهي هذا هذه ذلك تلك وهذا وهذه لكن ولكن غير_أن إلا_أن لذلك ولذلك لذا كما وكما أيضا ثم "
        "مع_ذلك ومع_ذلك فقد",
    ),
    Pack(
        code="hi", name="Hindi", script="devanagari", stemmer="hindi",
        openings="यह वह ये वे इस इसका इसके इसकी इससे इसलिए उस उसने उसके उन्होंने इन लेकिन मगर परंतु हालांकि और "
        "साथ_ही फिर तो क्योंकि बल्कि",
    ),
    Pack(
        code="bn", name="Bengali", script="bn", endings=_BENGALI,
        openings="এটি এটা এই সে তিনি তারা তাঁরা তার তাঁর তাদের কিন্তু তবে তাই এবং আর তারপর ফলে এছাড়া যদিও",
    ),
    Pack(
        code="vi", name="Vietnamese", fold="vietnamese", syllables=True,
        openings="nó họ anh_ấy cô_ấy ông_ấy bà_ấy điều_(?:này|đó) việc_này tuy_nhiên nhưng và vì_(?:vậy|thế) do_đó "
        "ngoài_ra sau_đó đồng_thời bên_cạnh_đó mặc_dù_vậy",
    ),
    Pack(
        code="zh", name="Chinese", script="han", segmenter="rjieba", fold="wide",
        openings="他 她 它 这 那 其(?!余) 该 此 然而 但 但是 不过 因此 所以 于是 而且 此外 同时 例如 然后 可是",
    ),
    Pack(
        code="ja", name="Japanese", script="han", segmenter="fugashi", fold="wide", attached=True,
        openings="これ それ あれ この その あの 彼 彼女 しかし だが でも そして また そのため このため したがって "
        "一方 さらに 例えば たとえば つまり ところが なお",
    ),
    Pack(
        code="ko", name="Korean", script="ko", segmenter="mecab-ko-dic", endings=_KOREAN, attached=True,
        openings="그는 그녀는 그들은 이는 이것은 그것은 이에 그러나 하지만 그런데 그래서 따라서 그리고 또 또한 이로 "
        "이러한 그러므로 예를_들어",
    ),
)  # fmt: skip

_MORE = (
    Pack(code="af", name="Afrikaans"),
    Pack(code="az", name="Azerbaijani", script="", fold="turkish"),
    Pack(code="bg", name="Bulgarian", script="cyrillic"),
    Pack(code="ca", name="Catalan", stemmer="catalan", elided="l d s n m t"),
    Pack(code="cs", name="Czech", stemmer="czech"),
    Pack(code="da", name="Danish", stemmer="danish"),
    Pack(code="el", name="Greek", script="el", stemmer="greek"),
    Pack(code="eo", name="Esperanto", stemmer="esperanto"),
    Pack(code="et", name="Estonian", stemmer="estonian"),
    Pack(code="eu", name="Basque", stemmer="basque"),
    Pack(code="fa", name="Persian", script="arabic", stemmer="persian", fold="persian"),
    Pack(code="fi", name="Finnish", stemmer="finnish"),
    Pack(code="ga", name="Irish", stemmer="irish"),
    Pack(code="he", name="Hebrew", script="he", fold="hebrew", beginnings="[ובהלכש]+"),
    Pack(code="hr", name="Croatian", stemmer="serbian"),
    Pack(code="hu", name="Hungarian", stemmer="hungarian"),
    Pack(code="hy", name="Armenian", script="hy", stemmer="armenian"),
    Pack(code="id", name="Indonesian", stemmer="indonesian"),
    Pack(code="is", name="Icelandic"),
    Pack(code="lt", name="Lithuanian", stemmer="lithuanian"),
    Pack(code="lv", name="Latvian"),
    Pack(code="mr", name="Marathi", script="devanagari"),
    Pack(code="nb", name="Norwegian", stemmer="norwegian"),
    Pack(code="ne", name="Nepali", script="devanagari", stemmer="nepali"),
    Pack(code="pl", name="Polish", stemmer="polish"),
    Pack(code="ro", name="Romanian", stemmer="romanian"),
    Pack(code="sk", name="Slovak"),
    Pack(code="sl", name="Slovenian"),
    Pack(code="sq", name="Albanian"),
    Pack(code="sr", name="Serbian", script="", stemmer="serbian"),
    Pack(code="sv", name="Swedish", stemmer="swedish"),
    Pack(code="ta", name="Tamil", script="ta", stemmer="tamil"),
    Pack(code="th", name="Thai", script="th", segmenter="pythainlp", pauses=True),
    Pack(code="tl", name="Tagalog"),
    Pack(code="uk", name="Ukrainian", script="cyrillic"),
    Pack(code="ur", name="Urdu", script="arabic", fold="persian"),
    Pack(code="yi", name="Yiddish", script="he", stemmer="yiddish", fold="hebrew"),
)

FIRST_CLASS = frozenset(pack.code for pack in _FIRST)
PACKS: Mapping[str, Pack] = {pack.code: pack for pack in (*_FIRST, *_MORE)}
ALIASES: Mapping[str, str] = {"no": "nb", "nn": "nb", "iw": "he", "in": "id", "eng": "en"}  # older and sister codes
