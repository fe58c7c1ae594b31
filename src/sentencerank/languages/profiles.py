"""The commonest function words of languages that share a script: what tells them apart with nothing installed.

Within a script the languages with more readers come first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

PROFILES: Mapping[str, Mapping[str, str]] = {
    "latin": {
        "en": "the of and to for that with are by this from have has not which were but his they their been she you "
        "will would could can there when who what if about into than its these those your our it be at as in is was "
        "he on an a or one had i we all more said some out up other after also",
        "de": "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus "
        "er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor "
        "zur bis mehr durch man sein wurde sei ich wir ihr in",
        "fr": "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec "
        "son ses sa aux été cette ou mais comme leur on elle ont était tout nous ces deux fait être peut d l qu à "
        "vous je",
        "es": "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si "
        "sin sobre este ya entre cuando todo esta ser son dos también fue había era muy hasta desde está mi porque "
        "qué",
        "it": "di e il la che in a un per è una sono con non del si da le della dei al i gli nel alla come più ha "
        "dal anche o ma lo delle se alle su degli ai questo questa essere ci stato hanno tra dell l nella sua suo cui",
        "pt": "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à "
        "seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo "
        "aos são você",
        "nl": "de van het een en in is dat op te zijn met voor niet aan er om hij die was ook als maar dan bij nog "
        "naar heeft uit door over ze wordt of tot je werd hebben had deze worden kan zich geen hun meer ik we wel "
        "onder zou",
        "sv": "och i att det som en på är av för med den till inte har de om ett han men var jag från vi så kan när "
        "år under också efter eller nu sin där vid mot ska skulle kommer ut får finns vara hade alla andra mycket "
        "här än",
        "da": "og i at det er en til af på som med for de den ikke der har et om han var vi men så kan fra jeg når "
        "også efter eller nu sin ved mod skal skulle ud får være havde alle andre meget her end blev hvor hun sig",
        "nb": "og i det er på som en til for av at med de den ikke har et om han var vi men så kan fra jeg når også "
        "etter eller nå sin ved mot skal skulle ut får være hadde alle andre mye her enn ble hvor hun seg",
        "fi": "ja on ei se että oli mutta hän ovat tai kun myös joka ole sen kuin niin jos mukaan olla sekä nyt jo "
        "vain hänen joka jotka mitä minä sitä vielä voi tämä kanssa jälkeen ennen noin eivät hyvin olisi",
        "pl": "i w na z się do nie to że jest o jak za po od ale co przez był tym przy jego dla są było tego tak "
        "może ma już tylko lub oraz która który które jej ich ze być został a czy także",
        "cs": "a se v na je že to s z do o i ve pro si za jako od ale po jsou by k byl které který jeho bylo až při "
        "také jen být nebo která ze jsem své už byla má podle ještě však bude",
        "sk": "a sa v na je že to s z do o i vo pre si za ako od ale po sú by k bol ktoré ktorý jeho bolo až pri aj "
        "len byť alebo ktorá zo som už bola má podľa ešte však bude",
        "sl": "in je v na se za da z so ki pa bi po ne ni pri s o tudi kot ali od iz še bo bil do sem kar že lahko "
        "med bilo ter sta bila",
        "hr": "i u je na se da su za od s iz o koji što a kao koja koje bi ne ali to će bio biti do ili kako te po "
        "nije samo sve još već prema bila nakon između",
        "hu": "a az és hogy nem is egy van volt ez de meg csak már mint ha azt ki el még lehet mert pedig után vagy "
        "minden sem kell fel ezt szerint akkor amely voltak",
        "ro": "de și în a la cu pe nu din o care să se un mai este pentru ca au fi sunt ce dar fost al ale prin lui "
        "sau după când fără într această acest până s-a cele",
        "tr": "ve bir bu da de için ile çok olarak daha gibi en sonra ne kadar olan var ama o olduğunu ise her şey "
        "değil göre iki ben mi ki ancak bunu kendi yok tarafından üzerinde oldu",
        "vi": "và của là có không được cho trong một những các với này đã để người khi thì từ như đến cũng về ra vào "
        "tại nhưng sẽ nhiều đó năm trên hơn phải lại theo còn bị",
        "id": "yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena tersebut bisa ada "
        "mereka lebih telah adalah atau sebagai oleh kami sudah seperti saat",
        "ca": "de la el i a en que les els del un per amb no una es és al als va ha més com o són dels han aquest "
        "aquesta pel però seva també fins entre l d molt quan sobre",
        "eo": "la de en kaj estas al por ke ne kiu kun li ĝi mi sed ili de el pri per tiu oni esti estis ankaŭ pli "
        "kiel aŭ kiuj",
        "et": "ja on ei et ta see oli kui ka ma ning aga mis oma või nii siis kes seda pole olnud välja veel selle "
        "kuid mida need nad pärast",
        "lv": "un ir ar par ka no uz kas lai pie vai arī bija tā viņš kā bet to pēc tas ne ja līdz nav kad vēl šo "
        "savu gan",
        "lt": "ir yra kad su į iš tai jis bet kaip buvo ne už apie nuo jo ar po tik per dar jau taip kai bei savo "
        "arba prie",
        "sq": "të e në dhe i për me që një nga është u ka më se si nuk do janë por edhe këtë tij kjo ai pas deri "
        "këto ishte",
        "is": "og að í á er sem til um við með en ekki það af var fyrir hann þá hún eru eða frá ég svo eftir hafa "
        "þetta verið",
        "af": "die van en in is het 'n nie dat te op wat vir met sy hy as om was aan ook deur hulle word kan ons na "
        "maar by sal",
        "eu": "eta da ez bat du dira zen baina ere izan egin den hau ari dute duen beste bere baino bai zuen edo "
        "gero hori",
        "ga": "agus an na ar is a ag i go le bhí sé do sin ní nó as sa tá ach ón chun mar siad aon air bhfuil sí",
        "cy": "y yn i a o ar mae yr ei am wedi bod eu gan fod hyn oedd hefyd ac ond nid sydd fel roedd un wrth dros",
        "tl": "ang ng sa na mga at ay ni si hindi para ito siya kung may niya ako pa rin din nang mula ayon isang",
        "sw": "na ya wa kwa ni katika za la cha kuwa hii kama lakini hiyo yake pia baada huo wake alisema hayo",
        "az": "və bu bir da də üçün ilə olan daha çox o kimi deyil amma sonra var ki isə görə olub edib",
    },
    "cyrillic": {
        "ru": "и в не на что с он как это по но из у за так же от было для его о бы мы все она ещё то вы только был "
        "при был была были до если или они когда уже который которые также может я",
        "uk": "і в не на що з він як це по але із у за так же від було для його про би ми всі вона ще та ви тільки "
        "був при була були до якщо або вони коли вже який які також може я є й",
        "be": "і ў не на што з ён як гэта па але за так ад было для яго пра б мы усе яна яшчэ і толькі быў пры была "
        "былі да калі або яны ўжо які якія таксама можа я",
        "bg": "и в не на че с той как това по но от за така да се е са му при беше до ако или те когато вече който "
        "които също може аз ще си като със след още",
        "mk": "и во не на што со тој како ова по но од за така да се е му при беше до ако или тие кога веќе кој кои "
        "исто може јас ќе си сè после уште ги го",
        "sr": "и у је на се да су за од с из о који што а као која које би не али то ће био бити до или како те по "
        "није само све још већ према била након",
        "kk": "және бұл мен үшін бір да де деп болып ол осы жоқ бар еді ғана сол кейін туралы арқылы бойынша",
    },
    "arabic": {
        "ar": "في من على إلى أن التي الذي هذا هذه عن مع كان بعد قال ما لا كما بين ذلك كل لم أو قد هو هي حيث وقد خلال "
        "منذ وهو",
        "fa": "در به از که این را با است برای آن یک خود شد تا می بود کرد هم نیز اما شده او بر ما یا پس هر های آنها کند",
        "ur": "کے میں کی ہے سے اور کا کو اس نے پر یہ کہ ہیں کر ایک تھا بھی گیا نہیں لیے وہ جو کیا ساتھ تھے ہو",
    },
    "devanagari": {
        "hi": "के में की है से और का को ने पर यह कि हैं कर एक था भी गया नहीं लिए वह जो किया साथ थे हो इस हुए",
        "mr": "आणि आहे या ते तो हा ही व यांनी त्या नाही आहेत मध्ये एक करून होता होते असे की तर पण मी हे आले",
        "ne": "र छ को मा ले लाई यो पनि भएको गर्न एक हो गरेको थियो भने छन् तर उनले का यस भन्ने",
    },
    "he": {
        "he": "של את על לא עם הוא היא זה כי אם גם או אך אבל הם כל יותר רק עד אל מה היה יש אין בין אחרי כבר",
        "yi": "און די דער אין איז פון צו האט מיט אויף נישט דאס זיך א פאר האבן געווען ער",
    },
}  # fmt: skip


@cache
def words_of(script: str) -> Mapping[str, tuple[tuple[str, float], ...]]:
    """Function word → the languages of a script that have it, each with its weight: 1/√k if there are k of them.

    A single letter counts a third: formulas and bad scans are full of them.
    """
    found: dict[str, dict[str, None]] = {}
    for code, words in PROFILES.get(script, {}).items():
        for word in words.split():
            found.setdefault(word, {})[code] = None
    return {
        word: tuple((code, (len(codes) if len(word) > 1 else 9 * len(codes)) ** -0.5) for code in codes)
        for word, codes in found.items()
    }
