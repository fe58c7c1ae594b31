"""What tells that a sentence points elsewhere: patterns of English, and words of which a sentence must have one."""

from __future__ import annotations

from sentencerank import patterns as re

WORKS = "paper article study work report thesis essay survey"
WORK = rf"(?:{WORKS.replace(' ', '|')})"
_PARTS = (
    "section sections chapter chapters appendix appendices subsection subsections paragraph paragraphs page pages part "
    "parts table tables figure figures example examples list lists"
)
_PART = rf"(?:{_PARTS.replace(' ', '|')})"
_TOLD = (
    "described discussed explained listed shown given documented mentioned noted stated defined presented illustrated "
    "summarised summarized"
)
_SHOWS = (
    r"(?:describes?|discuss(?:es)?|explains?|gives?|shows?|lists?|contains?|covers?|presents?|provides?|introduces?|"
    r"outlines?|details?|summari[sz]es?|illustrates?|reports?|answers?|deals? with|"
    r"looks? at|focus(?:es)? on|consists? of|(?:is|are) (?:organi[sz]ed|structured|about|intended))"
)
SHOWING_WORDS = (
    "describe describes discuss discusses explain explains give gives show shows list lists contain contains cover "
    "covers present presents provide provides introduce introduces outline outlines detail details summarise "
    "summarises summarize summarizes illustrate illustrates report reports organised organized structured about "
    "intended remainder answer answers deal deals look looks focus focuses consist consists"
)
_NEIGHBOUR = (
    r"the (?:following|next|previous|preceding|remaining|first|second|third|last|final|"
    r"(?:rest|remainder) of (?:this|the))"
)
# What points elsewhere: words of which one must be there, behind "&" others of which one must be there too, and the
# pattern.
POINTERS = tuple(
    (words, re.at_once(pattern))
    for words, pattern in (
        # In this section we describe. In the next chapter, users find.
        (
            f"{_PARTS} & this following next previous preceding last",
            rf"\bin (?:this|the (?:following|next|previous|preceding|last)) {_PART}\b",
        ),
        # Refer to the manual. See below. See also grep(1).
        (
            f"see refer consult read & {_PARTS} manual documentation file readme below above usr etc",
            rf"\b(?:see|refer to|consult|read) (?:also )?(?:the )?(?:/\w|(?:\S{{1,40}} )?{_PART}|manual|documentation|"
            r"file|man page|readme|(?:[\w-]{1,30} ){0,4}(?:below|above))\b",
        ),
        ("see visit", r"\b(?:see|visit) (?:<?https?:|<?www\.|[\w.-]{1,40}\(\d\))"),
        # Please consult the file INSTALL. Be sure to check out section 12. Details are in the file COPYING.
        (
            f"see consult read refer check look find & {_PARTS} manual documentation file readme faq directory web "
            "website site",
            r"(?:\b(?:please|to|also|can|you(?:'ll| will| may| can)?)|,(?= (?:look|consult|refer)\b)) (?:also )?"
            r"(?:see|consult|read|refer|check out|look (?:in|at)|find)"
            rf" (?:\S{{1,40}} ){{0,5}}(?:{_PART}|manual|documentation|file|readme|faq|directory|web ?site|site)\b"
            r"|\bhave a look (?:at|in) (?:\S{1,40} ){0,5}(?:manual|documentation|file|readme|faq|web ?site|site)\b",
        ),
        (
            "details information documentation instructions & file document manual web website directory faq published "
            "available hosted found online",
            r"\b(?:details|information|documentation|instructions) (?:\S{1,40} ){0,5}"
            r"(?:in|at|from|on) the (?:\S{1,40} ){0,3}(?:file|document|manual|web ?site|directory|faq)\b"
            r"|^\W*details\b[^.;!?]{0,120}\b(?:are|is) in the\b"
            r"|\bdocumentation (?:(?:for|of) \S{1,30} )?is (?:\w+ )?(?:published|available|hosted|found|online)\b",
        ),
        # A summary is in the file NEWS. Check our home page. File it in the bug tracker. It is under a licence.
        (
            "file files directory directories found document",
            r"\b(?:near|at|towards?) the (?:end|bottom|top|beginning) of (?:this|the) (?:file|document)\b"
            r"|\b(?:(?:is|are) in the (?:files?|director(?:y|ies))|(?:can|may) be found (?:in|at|on|from) (?:the )?"
            r"(?:\S{1,40} ){0,4}?(?:files?|director(?:y|ies)|documentation|changelog|readme|manual|wiki|"
            r"web ?(?:site|page)|home ?page|<?https?:))",
        ),
        (
            "check visit see & home homepage web website webpage mailing tracker",
            r"\b(?:check|visit|see)(?: out)? (?:the |our |its )?(?:\S{1,40} ){0,4}"
            r"(?:home ?page|web ?(?:site|page)|mailing list|(?:issue|bug) tracker)\b",
        ),
        ("tracker", r"\b(?:in|on|to|at|via|through|using) (?:the |our )?(?:\w+ )?(?:issue|bug) tracker\b"),
        (
            "under",
            r"\b(?:is|are) (?:\w+ )?(?:released|licensed|distributed|published|available|provided|covered|offered) "
            r"under [^.]{0,80}\blicen[sc]e",
        ),
        # User documentation can be obtained by running. A tutorial introduction is available in perlretut.
        (
            "documentation information introduction tutorial manual guide details list & available obtained found "
            "given provided",
            r"\b(?:documentation|information|introduction|tutorial|manual|guide|details|list)\b"
            r"(?: (?:on|about|for|of|to) [^.,;]{1,60})? (?:is|are|can be|may be) (?:\w+ )?"
            r"(?:available|obtained|found|given|provided) (?:in|at|from|via|by|on|through|as)\b",
        ),
        # For a quick start, see NOTES. For a reference on how they are used, see perlop.
        ("see", r"^\W*(?:for|to) [^.,;]{1,80}, (?:please )?see\b"),
        (
            "tidelift collective sponsors patreon",
            r"\btidelift\b|\bopen collective\b|\bgithub sponsors\b|\b(?:on|via|through) patreon\b",
        ),
        # Read doc/INSTALL for the options. Check manual/README for details.
        (
            "see read check consult",
            r"(?:^\W*|, |; |\bplease )(?:see|read|check|consult) (?:the )?"
            r"(?:\S{0,60}/\S{1,60}|readme\S{0,30}|install|\S{1,40}\.(?:txt|md|rst|html)) (?:for|to|if|on|about)\b"
            r"|^\W*(?:please )?read this \w+ (?:before|first|carefully)\b"
            r"|\bplease (?:see|read|check|consult) \S{1,20} (?:for|before)\b"
            r"|(?:^|, |\bplease )first (?:see|read|consult)\b",
        ),
        ("separate", r"\bthere is (?:also )?a separate (?:\S{1,40} )?(?:file|document|page|manual)\b"),
        # Options are described below. As discussed in chapter 2.
        (
            f"{_TOLD} saw seen met learnt learned & {_PARTS} manual documentation file next following below later "
            "elsewhere here",
            rf"\b(?:is|are|was|were|as|be) (?:\w+ )?(?:{_TOLD.replace(' ', '|')}) (?:\w+ )?"
            rf"(?:in (?:the )?(?:corresponding |respective |relevant )?(?:{_PART}|manual|documentation|file|next|"
            r"following)|below|later|elsewhere|here)\b"
            r"|\b(?:we|you)(?: have|['’]ve)? (?:already )?(?:saw|seen|met|learn(?:t|ed)) [^.!?]{0,60}"
            rf"\bin (?:the (?:previous|last|preceding) )?{_PART}\b",
        ),
        # For more information, see. It looks like this. Here are some rules:
        (
            "see refer visit consult contact read look",
            r"\bfor (?:a |the )?(?:more|further|additional|full|complete|other|detailed|details|conditions|"
            r"licen[sc]\w*|copyright|instructions|installation|help|information|exact)\b[^.]{0,90}"
            r"\b(?:see|refer|visit|consult|contact|read|look)\b",
        ),
        (
            "follows like following & follows this following",
            r"\b(?:is|are|looks?|reads?|works?|goes|done) (?:something )?(?:as follows|like this|the following)\b",
        ),
        (
            "following here below above let look",
            r"\b(?:the following|here (?:is|are)|below (?:is|are))\b[^.!?]{0,200}:$"
            # The following tags may be used. But: the following day.
            r"|^\W*the following (?!(?:day|morning|afternoon|evening|night|week|month|season|spring|summer|autumn|fall|"
            r"winter|year|decade|century)\b)[^:]{1,200}$"
            r"|^\W*the (?:\w+ )?(?:list|table|example|figure|diagram|code|listing|section|summary|picture)s? "
            r"(?:below|above)\b|^\W*the above (?:example|list|table|figure|code|attempts|tries|shows)\b"
            r"|^\W*(?:(?:now|first|so),? )?let(?:['’]s| us| me) (?:now |first )?"
            r"(?:try|look|see (?:how|what|if)|take a|have a|start with|assume|consider|turn to|examine)\b"
            r"|\b(?:we|i)(?:['’]ll| will)? (?:now )?(?:have|take) a (?:\w+ )?look\b|\battach the following\b"
            r"|^\W*(?:here|below) (?:is|are) (?:an? |the |some )?(?:\w+ ){0,3}(?:lists?|tables?|summary|overview|"
            r"descriptions?|examples?|instructions|steps|notes|options|commands|things|links|tips|rules)\b"
            r"|\b(?:we|i) (?:\w+ )?(?:describe|discuss|explain|present|show|list|give|cover)\b[^.!?]{0,120}"
            r"\bbelow\b",
        ),
        # You can get the most recent version from our site. Visit our site at http://...
        (
            "get grab find obtain download read visit check join use available & recent latest newest current http "
            "https ftp www web website webpage subdirectory",
            r"\byou(?:['’]ll| will| can| may)? (?:also |always )?(?:get|grab|find|obtain|download|read about) "
            r"(?:[^!?]{0,150}\b(?:at|from|on|in) (?:the )?(?:\S{1,60} ){0,6}?(?:<?(?:https?|ftp):|www\.|"
            r"web ?(?:site|page)|subdirectory\b)|the (?:most recent|latest|newest|current) )"
            r"|\bavailable (?:from|at|on|in|via) [^.;!?]{0,80}(?:<?(?:https?|ftp):|\bwww\.)"
            r"|(?:^\W*|\bplease )(?:please )?(?:visit|check|join|use|get|download|read)\b[^!?]{0,80}<?(?:https?|ftp):",
        ),
    )
)
POINTERS_AT_FIRST = re.at_once(
    r"\W*(?:"
    + "|".join(
        [
            # This chapter explains. The rest of the paper is organised.
            rf"(?:(?:this|these) {_PART}|{_NEIGHBOUR} (?:{_PART}|{WORK}|document))\b(?:, [^,]{{1,30}},)?"
            rf"(?: \w+){{0,3}} {_SHOWS}\b",
            rf"in the (?:rest|remainder) of (?:this|the) (?:{_PART}|{WORK}|document|manual|guide|book|text)\b",
            # This manual page documents. This manpage is a short description.
            r"(?:note: )?this man(?:ual)? ?page (?:was|is|documents|describes|explains|lists|gives|contains)\b",
            # Section 4 presents. Table 5 shows.
            r"(?:sections?|chapters?|appendix|figures?|fig\.|tables?|listing) [\divxa-z]{1,4}(?:\.\d{1,2}){0,4}"
            rf"(?: \w+){{0,2}} {_SHOWS}\b",
            r"see (?:also\b|\S+(?: \S+){0,12}$)",
            # In section 3 we describe. Also, in chapter 2, this article gives.
            r"(?:(?:also|finally|then),? )?in (?:sections?|chapters?|appendix) [\divxa-z]{1,4}(?:\.\d{1,2}){0,4},? "
            rf"(?:\w+ ){{1,4}}{_SHOWS}\b",
        ]
    )
    + ")"
)
