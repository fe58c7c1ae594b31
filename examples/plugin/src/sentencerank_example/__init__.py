"""An example of a plugin: a language, a format and a structure for sentencerank."""

from sentencerank import Pack
from sentencerank.documents import Format

INTERLINGUA = Pack(
    code="ia",
    name="Interlingua",
    stopwords="le un e de in a es ha que non con pro per ille illa illes nos vos me te se su",
    endings="es|s|e|o|a|ar|er|ir|[aei]va",  # a pattern of what is cut off before words are compared
)

# Its module has `read`, and a dot in its path.
ORG = Format("org", "sentencerank_example.org", endings=(".org",), about="headings, lists and paragraphs")


def minutes(place: int, count: int) -> float:
    """Rank places of the minutes of a meeting: decisions stand at the end."""
    return place / count
