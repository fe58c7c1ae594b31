"""What tells that a sentence is a notice about the text or the program, not about its subject: patterns of English."""

from __future__ import annotations

from sentencerank import patterns as re

_THIS_WORK = r"this (?:document|page|file|manual|package|program|software|work|guide|text|book)"
_NOTICES = re.at_once(
    # A star without a partner marks a footnote.
    r"\*(?=[^\W\d_])[^*]*$|\W*(?:"
    + "|".join(
        [
            r"copyright\b(?: ©| \(c\)|[^.!?]{0,60}\d{4})",
            r"©|[^.!?]{0,80}©|\(c\) \d|all rights reserved|permission is (?:hereby )?granted|licensed under\b",
            r"supersede[sd]\b|this is (?:the|version|release) (?:file )?(?:readme|faq|[\d.]{1,10})\b",
            r"(?:appendix|annex|exhibit|schedule)\b[^.:!?]{0,20}:",
            # Last updated in 2006. This page has not been updated since. A slightly changed version of an article.
            r"(?:note:? )?(?:this|the) (?:document|file|page|faq|readme|manual|text|guide|article)(?:['’]s \w+)?"
            r" (?:was|were|has|have)(?: not)? (?:been )?(?:last )?(?:updated|revised|written by)\b",
            # If you are reading this on Usenet. This work is funded by.
            r"(?:please )?note that this (?:document|page|file|manual|guide|text|book|faq|readme)\b",
            r"this is the (?:\w+ )?(?:documentation|manual|guide) (?:for|of|to) (?:the )?(?:version|release)\b",
            r"if you(?: are|['’]re) (?:\w+ )?reading this\b",
            # It is out of date, and who finds a mistake should say so.
            r"this (?:document|manual|guide|page|documentation|file|text) (?:\w+ )?(?:describes|documents|covers|"
            r"refers to|corresponds to|applies to) (?:the )?(?:(?:current |latest |stable )+version\b|"
            r"(?:version|release) v?\d)",
            r"this is (?:an? |the )(?:\w+ )?(?:list|index|table) of (?:all|the)\b",
            r"if you (?:find|notice|spot|encounter|discover|have)(?: \w+){0,4} (?:bugs?|errors?|mistakes?|typos?|"
            r"problems?|questions?|comments?|suggestions?|corrections?)\b",
            r"feel free to\b|please feel free to\b",
            r"(?:note: )?this is not an? (?:introduction|manual|reference|tutorial)\b",
            r"a (?:full |complete |printed )?copy of the [^.!?]{1,80} (?:is|are|can be|may be) (?:\w+ )?(?:available|"
            r"located|found|included|obtained|provided)\b",
            r"(?:work|research|development)\b(?:[^.!?]|\.\d){0,60}\b(?:supported|funded|sponsored) (?:in part )?by\b",
            r"(?:files|upstream-name|upstream-contact): \S",
            r"this (?:document|manual|guide|page|list|faq) is (?:by no means |still )?(?:not |in)?(?:complete|"
            r"a work in progress|under construction|out of date|outdated)\b",
            r"the current maintainer of this work is\b|this work (?:has the lppl|consists of|may be distributed)\b",
            r"this man(?:ual)? ?pages? (?:is|was|documents|describes|explains|lists|gives|contains)\b",
            # What every list of changes begins with.
            r"all notable changes\b|the format is based on\b|this project adheres to\b",
            # What a generator of documentation adds.
            r"definition at line \d|go to the (?:source code|documentation)\b",
            r"this (?:work|project|program|software|release|research|study) (?:is|was|has been) (?:\w+ )?(?:sponsored|"
            r"funded|supported|hosted) by\b",
            r"this (?:archive|site|page|package|list|port|faq|document|file|manual|guide|translation|documentation|"
            r"program|software) (?:is|was|has been) (?:\w+ ){0,2}(?:written|created|maintained|prepared|compiled|"
            r"generated|converted|translated|updated|edited|typeset|packaged|contributed) (?:by|using|with|from)\b",
            r"(?:the|most|parts?|much|some) (?:[\w.’'-]{1,20} ){0,6}(?:code|manual|documentation|man ?pages?|faq|port|"
            r"patch|patches|translation|logo|icons?|artwork|fonts?) (?:[\w.’'-]{1,20} ){0,8}(?:was|were|is|are|has "
            r"been) (?:\w+ )?(?:written|contributed|translated|maintained|ported|drawn) by\b",
            r"this (?:manual|guide|documentation|document) is (?:for [^.!?]{0,60}\bversions? \d|included with)",
            r"(?:please )?contact (?:us|me)\b",
            r"this \w+ [^.!?]{0,80}\b(?:modified|revised|extended|updated|translated) version of\b",
            r"to report (?:an? |any )?(?:\w+ )?(?:bugs?|problems?|issues?|vulnerabilit)",
            # The options that every program has.
            r"(?:display|show|print|output)s? (?:this |a |the |short |brief ){0,2}(?:help|usage|version)\b",
            r"(?:last )?(?:updated|modified|revised|reviewed|changed|generated)\b[^.!?]{0,40}\d",
            r"version [\d.]{1,10}\b[^.!?]{0,40}\d{4}",
            rf"{_THIS_WORK} (?:is|may be|can be|was) (?:\w+ )?(?:free software|(?:re)?distributed|licen[sc]ed|"
            r"copyrighted?|generated|copied|released under|made available under|provided ['\"“]?as)",
            rf"{_THIS_WORK} is free[;,]",
            rf"{_THIS_WORK} may be used (?:and \w+ )?under\b",
            r"(?:copying|use|modification|(?:re)?distribution)\b[^.!?]{0,60} of this \w+[^.!?]{0,60}"
            r"(?:permitted|allowed)\b",
            r"(?:all |any )?trademarks?\b[^.!?]{0,60}\b(?:owned|property)\b",
            r"use of (?:a|any|the) (?:term|name|trademark)s? in this \w+ should not\b",
            r"these are the copyright dates\b|for any copyright year\b",
            rf"{_THIS_WORK} is (?:encoded )?in (?:the )?(?:unicode|utf-?8|ascii|latin|iso)",
            rf"{_THIS_WORK} (?:has been|was|will be) (?:modified|expanded|extended|converted)\b",
            r"(?:the )?above copyright notice|except as contained in this notice|the origin of this software must not",
            r"redistributions? (?:of|in) (?:source|binary)",
            # Where to get it, what to give for it, how to behave.
            r"the (?:latest|newest|current|most recent) (?:\w+ ){0,3}(?:of [^.!?]{1,60} )?"
            r"(?:is|are|can be) (?:(?:always )?(?:available|found|obtained|downloaded)\b|(?:in|at|on) <?https?:)",
            r"this (?:document|page|manual|guide|text|book|article|tutorial|howto) (?:does(?: not|n['’]t)|assumes|"
            r"is not (?:intended|meant))\b",
            r"you(?: are|['’]re) receiving this\b",
            r"(?:please )?consider (?:joining|sponsoring|donating|supporting|contributing)\b|everyone interacting in\b",
            r"(?:bugs|bug reports|patches|questions|pull requests|contributions|comments|suggestions|feedback)\b"
            r"[^.!?]{0,60}\b(?:welcome|appreciated|submitted|directed|sent|reported)\b",
            r"we (?:\w+ ){0,3}welcome (?:\w+ ){0,2}(?:contributions|feedback|comments|pull requests|patches)\b",
            r"you (?:can|may|are free to) (?:re)?distribute (?:it|them|this)",
            r"(?:it|this (?:program|package)) is distributed in the hope|you should have received a copy",
            r"(?:please )?(?:report|send|submit|file|direct|mail)\b[^.!?]{0,60}\b(?:bugs?|comments|patches|suggestions|"
            r"corrections|feedback|reports|questions)\b",
            r"an? (?:earlier|previous|preliminary|shorter|longer|revised) version (?:of|to) ",
            r"(?:originally |first )?published (?:in|by|at|on) ",
            r"this file is part of\b|contributed by\b|any changes? (?:to|in) (?:this|the) (?:readme|file|page)\b",
            # Who did it, where nothing else is told; and who is thanked for what.
            r"(?:corrected|translated|written|edited|maintained|compiled|prepared|created|developed|posted|submitted|"
            r"packaged|adapted) by (?:[^.,;:!?]{1,60}\W*$|[^,;:!?]{1,50} [<(]\S{1,60}@)",
            r"thanks to [^.!?]{1,80} for (?:\w+ing|the|his|her|their|all)\b",
            # What a page on the web asks its readers to do.
            r"(?:click|tap) (?:here|through|(?:on )?the link)\b|follow us\b|share (?:this|on)\b",
            r"(?:learn|read|find out|discover) more\b(?! than)",
            r"(?:register|sign up|subscribe|order|book|buy|apply|donate|enrol) (?:now|today|here|online|to our)\b",
            r"(?:listen to|watch|read|view|hear) (?:the |our |his |her )?(?:full|complete|entire|official|original|"
            r"rest)\b",
        ]
    )
    + ")"
)
# Every notice begins with one of the first words or a sign, or has one of the others.
NOTICE_WORDS = (
    "^copyright ^c ^all ^permission ^licensed ^supersedes ^this ^appendix ^annex ^exhibit ^schedule ^note ^to ^display "
    "^contact ^displays ^show ^shows ^print ^prints ^output ^outputs ^last ^updated ^modified ^revised ^reviewed "
    "^changed ^generated ^version ^copying ^use ^modification ^distribution ^redistribution ^redistributions ^any "
    "^trademark ^trademarks ^these ^for ^above ^except ^please ^consider ^everyone ^bugs ^bug ^patches ^questions "
    "^pull ^contributions ^comments ^suggestions ^feedback ^we ^you ^report ^send ^submit ^file ^direct ^mail ^a ^an "
    "^if ^originally ^first ^published ^contributed ^superseded ^corrected ^translated ^written ^edited ^maintained "
    "^compiled ^prepared ^created ^developed ^posted ^submitted ^packaged ^adapted ^thanks ^click ^tap ^follow ^share "
    "^learn ^read ^find ^discover ^register ^sign ^subscribe ^order ^book ^buy ^apply ^donate ^enrol ^listen ^watch "
    "^view ^hear ^feel ^work ^research ^development ^files ^upstream ^definition ^go maintainer "
    # Behind "the" and "it", which open too many sentences.
    "contributed translated maintained ported drawn updated revised written above origin available found obtained "
    "downloaded distributed latest newest"
)
# Notices that may begin later in a sentence: words of which one must be there, and the pattern.
NOTICES_INSIDE = (
    (
        "permitted copyright",
        re.compile(r"\W{0,3}[^.!?]{0,100}\b(?:everyone is permitted to copy|copyright (?:\(c\)|©))"),
    ),
    # Who owns the name, and what the licence says of the program in every file.
    ("trademark trademarks", re.compile(r"\W{0,3}[^.!?]{0,150}\b(?:is|are) (?:an? |the )?(?:\w+ )?trademarks?\b")),
    (
        "hope redistribute mailing encouraged invited welcome welcomes donate contribute warranty",
        re.at_once(
            r"\W{0,3}(?:[^.!?]{0,80}\bis (?:distributed in the hope|free software[;:,] you can redistribute)"
            r"|an? (?:\w+ )?mailing list\b[^!?]{0,60}\bis (?:available|hosted)"
            r"|[^.!?]{0,60}\b(?:encouraged|invited|welcome) to (?:\w+ )?(?:subscribe|join|contribute|donate)\b"
            r"|[^.!?]{0,120}\bplease (?:\w+ )?(?:contribute|donate)\b"
            r"|[^.!?]{0,60}\bwelcomes (?:\w+ ){0,2}(?:feedback|contributions|bug reports|patches|comments|"
            r"suggestions)\b"
            r"|[^.!?]{0,80}\b(?:join|subscribe to) the (?:\S{1,30} ){0,3}mailing lists?\b"
            r"|[^.!?]{0,80}\bcomes? with (?:absolutely )?no warranty\b)"
        ),
    ),
    # What a site stores, on which terms a program may be had, where its bugs are kept.
    (
        "cookies continuing terms redistributable license licence issue request ticket",
        re.at_once(
            r"\W{0,3}[^!?]{0,120}?\b(?:(?:we|(?:site|page|store|shop)s?) (?:\w+ )?(?:uses?|stores?|sets?) (?:\w+ ){0,2}"
            r"cookies\b|(?:accept|reject|manage) (?:all |our |the )?cookies\b|(?:agree|consent) to [^.!?]{0,30}\b"
            r"cookies\b"
            r"|by continuing (?:to (?:use|browse|visit)|your (?:browsing|visit))\b"
            r"|under the (?:same )?terms (?:and conditions )?(?:of (?:either )?the (?:gnu|latex|mit|bsd|apache|mozilla|"
            r"artistic|perl|python|creative)\b|as \S{1,20} itself\b)"
            r"|redistributable and/or\b|copy of the licen[sc]e (?:is|can be) (?:included|found|available|obtained)"
            r"|(?:create|open|file|submit|raise) (?:an?|a new) (?:issue|pull request|ticket)\b)"
        ),
    ),
    # Who helped, and whom to write to.
    (
        "thank thanks acknowledge grateful",
        re.at_once(
            r"\W{0,3}[^.!?]{0,60}\b(?:(?:i|we)(?:['’]d| would)? (?:also )?(?:like|want|wish) to (?:thank|acknowledge)"
            r"|(?:am|are|['’]m|['’]re) (?:\w+ )?grateful to|(?:big|special|many|our) thank(?:s| you)\b"
            r"|thanks (?:go|are due) to)"
        ),
    ),
    # Who asks for money, stars or followers.
    (
        "supporting sponsor backer patron donation donations donating star starring following coffee",
        re.compile(
            r"\W{0,3}[^.!?]{0,120}\b(?:please consider (?:supporting|sponsoring|donating|following|starring)\b"
            r"|(?:become|becoming) (?:an? )?(?:\w+ )?(?:sponsor|backer|patron)\b|buy (?:me|us) a coffee\b"
            r"|(?:give (?:it|us|me|this \w+)|leave) a star\b|star (?:this|the|our) (?:repo(?:sitory)?|project)\b"
            r"|(?:make|with|through) a donation\b|donations? (?:is|are) (?:\w+ )?(?:welcome|appreciated)\b)"
        ),
    ),
    (
        "email mail send report contact subscribe write",
        re.at_once(
            r"\W{0,3}(?:[^@.!?]{0,150}(?:please |you |can |should |may |to |, ))?"
            r"(?:e-?mail|send|report|contact|subscribe|write)\b[^@]{0,100}[\w.+-]@[\w-]{1,60}\."
        ),
    ),
)


def notice_at(lower: str) -> re.Match[str] | None:
    """Return where a sentence in lower case is a notice: about rights, versions, contacts, thanks.

    >>> bool(notice_at("copyright 2004 lee")), bool(notice_at("the copyright of songs ends after seventy years."))
    (True, False)
    """
    return _NOTICES.match(lower)
