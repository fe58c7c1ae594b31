"""Forms that no stemmer leads back to their word: "paid" is "pay". A question and its answer may have one each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Each word with its forms and other spellings. Left out is what is more often another word: left, lay, ground, rose.
_ENGLISH = """
arise arose arisen; awake awoke awoken; bear borne; beat beaten; become became; begin began begun; bend bent; bleed
bled; blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt; buy bought; catch
caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found;
flee fled; fly flew flown; forbid forbade forbidden; foresee foresaw foreseen; forget forgot forgotten; forgive
forgave forgiven; freeze froze frozen; get got gotten; give gave given; go went gone; grow grew grown; hang hung; hear
heard; hide hid hidden; hold held; keep kept; kneel knelt; know knew known; lead led; leap leapt; learn learnt; lend
lent; lie lain; light lit; lose lost; make made; mean meant; meet met; overcome overcame; overtake overtook overtaken;
overthrow overthrew overthrown; pay paid; prove proven; ride rode ridden; ring rang rung; rise risen; run ran; say
said; see saw seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shine shone; shoot shot; show
shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken;
speed sped; spend spent; spin spun; spring sprang sprung; stand stood; steal stole stolen; stick stuck; strike struck
stricken; strive strove striven; swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung; take took
taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; undergo underwent undergone;
understand understood; undertake undertook undertaken; wake woke woken; wear wore worn; weave wove woven; weep wept;
win won; withdraw withdrew withdrawn; withhold withheld; withstand withstood; write wrote written; child children;
foot feet; goose geese; man men; mouse mice; tooth teeth; woman women; ox oxen; analysis analyses; crisis crises;
criterion criteria; hypothesis hypotheses; phenomenon phenomena; thesis theses; wife wives; life lives; knife knives;
half halves; shelf shelves; thief thieves; wolf wolves; loaf loaves; die dying; tie tying; license licence; defense
defence; offense offence; practice practise; color colour; favor favour; labor labour; behavior behaviour; honor
honour; harbor harbour; neighbor neighbour; center centre; theater theatre; meter metre; liter litre; fiber fibre;
catalog catalogue; dialog dialogue; program programme; gray grey; tire tyre; plow plough; organize organise;
organization organisation; recognize recognise; realize realise; authorize authorise; analyze analyse; authorization
authorisation; summarize summarise; minimize minimise; maximize maximise; optimize optimise
"""


def _by_form(words: str) -> Mapping[str, str]:
    rows = (row.split() for row in words.split(";"))
    return MappingProxyType({form: base for base, *forms in rows for form in forms})


# Code of a language → form → its word.
IRREGULAR: Mapping[str, Mapping[str, str]] = MappingProxyType({"en": _by_form(_ENGLISH)})
