"""Sections that stand beside the subject of a text: its licence, changes and makers, what it needs, where to ask."""

from __future__ import annotations

from sentencerank import patterns as re
from sentencerank.document import Document
from sentencerank.languages.words import word_list

# Titles of such sections, by language; _ is a space. What a text is made for may have one of them too: see `beside`.
_TITLES = {
    "en": (
        "license licence licenses licences licensing license_information license_agreement copyright "
        "copyright_notice copyright_and_license copyright_information legal legal_notice legal_notices "
        "legal_information trademark trademarks warranty no_warranty disclaimer disclaimers credit credits thanks "
        "special_thanks thanks_to acknowledgement acknowledgements acknowledgment acknowledgments author authors "
        "the_author the_authors maintainer maintainers contributor contributors authors_and_contributors team "
        "the_team links external_links useful_links changes recent_changes latest_changes updates recent_updates "
        "latest_updates news recent_news latest_news changelog change_log change_history revision_history "
        "version_history release_history history_of_changes release_notes what's_new what’s_new contribute "
        "contributing contributions how_to_contribute contribution_guidelines contributing_guidelines "
        "code_of_conduct help getting_help need_help support getting_support help_and_support contact contact_us "
        "contact_information mailing_list mailing_lists community feedback bugs known_bugs reporting_bugs issues "
        "known_issues reporting_issues bug_report bug_reports "
        "bug_reporting report_bugs reporting_problems sponsor "
        "sponsors sponsorship backers donate donating donation donations funding download downloads downloading "
        "more_information further_information additional_information additional_resources resources "
        "further_reading learn_more see_also related_links related_projects related_pages related_topics "
        "related_articles about_this_document about_this_manual about_this_guide about_this_book about_this_page "
        "conventions typographical_conventions document_conventions requirements system_requirements "
        "build_requirements prerequisites dependencies build_dependencies runtime_dependencies install "
        "installation installing installation_instructions install_instructions quick_installation building "
        "compiling compilation building_and_installing compiling_and_installing"
    ),
    "de": (
        "lizenz lizenzen urheberrecht rechtliches impressum haftungsausschluss danksagung danksagungen dank autor "
        "autoren mitwirkende änderungen änderungsprotokoll versionsgeschichte neuerungen mitmachen beitragen "
        "kontakt fehler bekannte_fehler fehler_melden weblinks siehe_auch weiterführende_links "
        "weiterführende_literatur voraussetzungen systemvoraussetzungen abhängigkeiten installation "
        "über_dieses_handbuch über_dieses_dokument über_dieses_buch über_diese_anleitung übersetzung"
    ),
    "fr": (
        "licence licences droits_d'auteur droits_d’auteur mentions_légales remerciements auteur auteurs "
        "contributeurs historique historique_des_versions journal_des_modifications nouveautés contribuer contact "
        "bogues bogues_connus signaler_des_bogues voir_aussi liens liens_externes installation prérequis "
        "dépendances traduction à_propos_de_ce_document à_propos_de_ce_manuel à_propos_de_ce_guide"
    ),
    "es": (
        "licencia licencias derechos_de_autor aviso_legal agradecimientos autor autores colaboradores "
        "historial_de_cambios historial_de_versiones registro_de_cambios novedades contribuir contacto errores "
        "errores_conocidos véase_también enlaces enlaces_externos instalación requisitos dependencias traducción "
        "acerca_de_este_documento acerca_de_este_manual"
    ),
    "pt": (
        "licença direitos_autorais agradecimentos autor autores contribuidores histórico_de_versões "
        "histórico_de_alterações novidades contribuir contato contacto ver_também ligações_externas instalação "
        "requisitos dependências tradução sobre_este_documento sobre_este_manual"
    ),
    "it": (
        "licenza diritto_d'autore diritto_d’autore ringraziamenti autore autori collaboratori cronologia novità "
        "contribuire contatti bug bug_noti vedere_anche vedi_anche collegamenti_esterni installazione requisiti "
        "dipendenze traduzione"
    ),
    "nl": (
        "licentie auteursrecht auteursrechten dankwoord auteur auteurs wijzigingen bijdragen contact fouten bugs "
        "zie_ook externe_links installatie vereisten afhankelijkheden vertaling"
    ),
    "ru": (
        "лицензия авторские_права благодарности автор авторы "
        "история_изменений изменения контакты ошибки см._также "
        "смотрите_также ссылки установка требования зависимости перевод"
    ),
    "pl": "licencja prawa_autorskie podziękowania autor autorzy zmiany kontakt błędy zobacz_także instalacja wymagania",
    "tr": (
        "lisans telif_hakkı teşekkürler yazar yazarlar değişiklikler katkıda_bulunma iletişim ayrıca_bakınız "
        "kurulum gereksinimler"
    ),
    "ja": (
        "ライセンス 著作権 謝辞 著者 作者 変更履歴 更新履歴 "
        "貢献 連絡先 バグ 関連項目 リンク インストール 必要条件 動作環境"
    ),
    "zh": (
        "许可 许可证 許可證 版权 版權 致谢 致謝 作者 更新日志 变更日志 更新記錄 "
        "贡献 貢獻 联系方式 联系我们 参见 另见 链接 安装 安裝 系统要求 依赖"
    ),
}
_BESIDE = frozenset(title.replace("_", " ") for titles in _TITLES.values() for title in titles.split())
_BEGINNINGS = tuple(
    f"{words.replace('_', ' ')} "
    for words in word_list(
        [
            "changes_in changes_since changes_for changes_from new_in what's_new_in what’s_new_in contributing_to",
            "contributing_code how_to_contribute where_to_get where_to_find contacting building_from building_on",
            "compiling_from compiling_on installing_from",
        ]
    )
)
_DATE = (
    r"\(?(?:\d{4}(?!\w)|\d{1,2}[-/. ]|(?:un)?released(?!\w)"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d)"
)
# The title of an entry in a list of changes: "1.2.0 (2020-02-02)", "Version 3.1", "[4.0] - unreleased".
_RELEASE = re.compile(
    rf"(?:\S{{1,30}} )?(?:v|ver\.?|version|release|r)? ?\[?v?\d{{1,4}}(?:\.\d{{1,5}}){{1,4}}[\w.+-]{{0,12}}\]?"
    rf"(?:[\s:,–—-]{{1,4}}{_DATE}.{{0,60}})?"
    rf"|(?:version|release) \d{{1,4}}(?:[\s:,–—-]{{1,4}}{_DATE}.{{0,60}})?"
    r"|\d{4}-\d\d-\d\d(?: .{0,60})?"
)
_NUMBER = re.compile(r"^(?:[§#*\W]{0,3}(?:\d{1,3}|[a-z])(?:\.\d{1,3}){0,4}[.):]? +)?\W{0,3}")
LONGEST_TITLE = 90  # characters
OUTSIDE, SHARE = 5, 0.15  # sentences outside, and their share, without which such sections are what the text is about


def heads_beside(title: str) -> bool:
    """Return whether a section of this title stands beside the subject of its text.

    >>> [heads_beside(title) for title in ("7. Acknowledgements", "Changes in 1.2", "v1.2.0 (2020-02-02)", "Lizenz:")]
    [True, True, True, True]
    >>> [heads_beside(title) for title in ("2.1 Rain", "History", "Rain and licences")]
    [False, False, False]
    """
    if len(title) > LONGEST_TITLE:
        return False
    text = title.strip().rstrip(" :.#*").lower()
    if text in _BESIDE:
        return True
    if any(map(str.isdecimal, text)) and _RELEASE.fullmatch(text):
        return True
    text = _NUMBER.sub("", text, count=1)
    return text in _BESIDE or text.startswith(_BEGINNINGS)


def beside(document: Document) -> frozenset[int]:
    """Return which blocks of prose stand beside the subject: in such sections, and lists below such a line and a colon.

    None does where little else is told: a licence, a list of changes or an installation guide is about just that.
    """
    found: set[int] = set()
    level = 0  # of the section that stands beside, from 1; 0 outside
    below = False  # whether a list comes that does
    for number, block in enumerate(document.blocks):
        if block.kind == "heading":
            below = False
            if not (level and block.level > level):
                level = max(block.level, 1) if heads_beside(document.text[block.start : block.end]) else 0
        elif level or (below and block.kind == "list"):
            found.add(number)
        else:
            below = (
                block.end - block.start <= LONGEST_TITLE
                and document.text[block.end - 1 : block.end] == ":"
                and heads_beside(document.text[block.start : block.end])
            )
    if not found:
        return frozenset()
    prose = [sentence.paragraph for sentence in document.sentences if sentence.prose]
    outside = sum(number not in found for number in prose)
    return frozenset(found) if outside >= max(OUTSIDE, SHARE * len(prose)) else frozenset()
