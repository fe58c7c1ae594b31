"""The first page: what it says, how documents come in, and how they are found again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.reader import samples
from tests.reader.conftest import Opened, Opener, has_marks, kept
from tests.reader.server import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Route


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        running.add(samples.HARBOUR, "harbour.md")
        yield running


def test_the_first_screen_says_what_this_is(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    said = opened.page.locator("#home").inner_text()
    assert "Read any document in the time you have" in said
    assert "Nothing leaves this computer" in said
    for selector in ("#add", "#example", ".file", "#find"):
        box = opened.page.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] < 800


def test_nothing_is_searched_for_where_nothing_is(open_address: Opener) -> None:
    with serving() as empty:
        opened = open_address(empty.address + "/")
        assert "Nothing here yet" in opened.page.locator("#shelf-note").inner_text()
        assert opened.page.locator("#find").is_hidden()


def test_the_page_speaks_german(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/", locale="de-DE")
    assert "Jedes Dokument in der Zeit lesen" in opened.page.locator("#home").inner_text()
    assert opened.state("() => document.documentElement.lang") == "de"


def test_an_example_opens_and_waits_on_its_card(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    page.click("#example")
    page.wait_for_selector("#article .sentence")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.click("#go-home")
    page.locator("#shelf .card:first-child", has_text="A Town That Stores Its Summer").wait_for()
    card = page.locator("#shelf .card").first
    assert "% read" in card.inner_text()
    assert "last read" in card.inner_text()
    page.go_back()
    page.wait_for_selector("#article .isread")
    page.go_forward()
    page.wait_for_selector("#shelf .card")
    assert page.locator("#reader").is_hidden()


@pytest.mark.parametrize("back", ["button", "history"])
def test_the_shelf_is_shown_only_when_it_says_what_was_read(open_address: Opener, server: Server, back: str) -> None:
    document = server.add(f"# Slow {back}\n\nRain fell on the hills. Snow closed the road. The road opened again.")
    opened = open_address(server.address + "/")
    page = opened.page
    later = server.add(f"# Later than slow {back}\n\nHail fell on the roofs. Nobody had counted them.")

    def wait(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    page.route("**/v1/documents?*", wait)
    page.route("**/reading", wait)
    page.locator(f"#shelf .card[data-id='{document}'] .card-title").click()
    page.wait_for_selector("#article .sentence")
    with page.expect_request("**/reading"):  # it is being written, and not yet kept
        page.keyboard.press("j")
    page.click("#go-home") if back == "button" else page.go_back()
    page.wait_for_selector("#shelf .card")
    cards = page.locator("#shelf .card")
    assert [cards.nth(place).get_attribute("data-id") for place in range(2)] == [document, later]
    assert "last read" in cards.first.inner_text()


def test_of_two_documents_the_one_that_was_chosen_last_is_opened(open_address: Opener, server: Server) -> None:
    first, second = (
        server.add(f"# {name}\n\nRain fell on {name}. The road was closed.") for name in ("Arden", "Borden")
    )
    opened = open_address(server.address + "/")
    page = opened.page
    late: list[Route] = []
    page.route(f"**/{first}/reader", lambda route: late.append(route))
    page.locator(f"#shelf .card[data-id='{first}'] .card-title").click()
    page.wait_for_selector("body[aria-busy=true]")
    page.locator(f"#shelf .card[data-id='{second}'] .card-title").click()
    page.wait_for_selector("#article .sentence")
    late[0].continue_()
    page.wait_for_timeout(500)
    assert page.title() == "Borden"
    assert second in page.url
    assert page.locator("body[aria-busy]").count() == 0


def test_a_text_is_pasted_renamed_found_and_deleted(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    page.fill("#add", "Rain fell on the hills of Umbral. The rain filled the river. The river left its bed.")
    page.click("#add-form [type=submit]")
    page.wait_for_selector("#s2")
    page.click("#go-home")
    card = page.locator("#shelf .card", has_text="Umbral")
    card.get_by_role("button", name="Rename").click()
    page.keyboard.type("Floods of the north")
    page.keyboard.press("Enter")
    page.wait_for_selector("#shelf .card >> text=Floods of the north")
    page.fill("#find", "umbral")
    page.wait_for_function("() => document.querySelectorAll('#shelf .card').length === 1")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#shelf .card").get_by_role("button", name="Delete").click()
    page.wait_for_function("() => document.getElementById('shelf-note').textContent.includes('No document')")


def test_what_was_kept_on_a_wide_screen_opens_on_a_phone(open_address: Opener, server: Server) -> None:
    document = server.add("# Two screens\n\nRain fell on the hills. Snow closed the road. The road opened again.")
    wide = open_address(f"{server.address}/?d={document}")
    with wide.page.expect_response(lambda answer: answer.request.method == "PUT" and answer.url.endswith("/reading")):
        wide.page.click('#views [data-view="side"]')
    phone = open_address(f"{server.address}/?d={document}", width=390, height=760)
    assert phone.state("() => document.body.dataset.view") == "brief"
    phone.page.goto("about:blank")
    phone.page.goto(f"{server.address}/")
    card = phone.page.locator("#shelf .card", has_text="Two screens")
    assert "last read" in card.inner_text()
    assert "not begun" not in card.inner_text()


def test_every_document_can_be_reached(open_address: Opener) -> None:
    with serving() as many:
        for number in range(35):
            many.add(f"# Report {number}\n\nRain fell on hill {number}. The river rose.", f"{number}.md")
        opened = open_address(many.address + "/")
        opened.page.wait_for_selector("#shelf .card")
        opened.page.click("#shelf-more")
        opened.page.wait_for_function("() => document.querySelectorAll('#shelf .card').length === 35")
        assert opened.page.locator("#shelf-more").is_hidden()


def drop(opened: Opened, name: str, content: str) -> None:
    opened.page.evaluate(
        """([name, content]) => { const data = new DataTransfer(); data.items.add(new File([content], name));
          document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); }""",
        [name, content],
    )


def test_a_drop_while_reading_shows_its_stages_and_its_error(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    page.locator("#shelf .card-title", has_text="Harbour").click()
    page.wait_for_selector("#article .sentence")
    drop(opened, "snow.txt", "Snow fell on the hills. The snow closed the road. The road opened again.")
    page.wait_for_selector("#jobs .card[data-stage=ready]")
    assert "Harbour" in page.title(), "who reads is not disturbed"
    drop(opened, "broken.pdf", "%PDF-1.4 and nothing else")
    page.wait_for_selector("#jobs .card.failed")
    assert len(page.locator("#jobs .failed .card-note").inner_text()) > 30
    page.locator("#jobs .failed").get_by_role("button", name="Dismiss").click()
    page.locator("#jobs .card").get_by_role("button", name="Open").click()
    page.wait_for_function("() => document.getElementById('s0')?.textContent.startsWith('Snow')")
    opened.complaints.clear()  # the browser itself tells of the 422


def test_an_upload_can_be_stopped(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    words = "The river of number {} runs past the old mill and turns the wheel {} times before it meets the sea. "
    before = server.ask("/v1/documents")["total"]
    drop(opened, "long.txt", "".join(words.format(n, n * 7 % 1000) for n in range(9000)))
    page.locator("#home-jobs .card").get_by_role("button", name="Cancel").dispatch_event("click")
    page.wait_for_selector("#home-jobs .failed")
    assert "Nothing of it was kept" in page.locator("#home-jobs .failed").inner_text()
    assert server.ask("/v1/documents")["total"] == before
    opened.complaints.clear()


def test_bad_input_is_told_on_its_card(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    page.fill("#add", "http://127.0.0.1:9/nothing.html")
    page.click("#add-form [type=submit]")
    page.wait_for_selector("#home-jobs .failed")
    assert "cannot be fetched" in page.locator("#home-jobs .failed").inner_text()
    drop(opened, "empty.txt", "")
    page.wait_for_function("() => document.querySelectorAll('#home-jobs .failed').length === 2")
    opened.complaints.clear()


def test_a_text_whose_upload_failed_is_not_lost(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    page.route("**/v1/documents?name=*", lambda route: route.abort())
    page.fill("#add", "Hail fell on the town of Merle. Its roofs were old, and nobody had counted them.")
    page.click("#add-form [type=submit]")
    page.wait_for_selector("#home-jobs .failed")
    page.unroute("**/v1/documents?name=*")
    page.locator("#home-jobs .failed").get_by_role("button", name="Try again").click()
    page.wait_for_function("() => document.getElementById('s0')?.textContent.startsWith('Hail')")
    opened.complaints.clear()


def test_a_page_that_is_handed_over_is_asked_about_first(open_address: Opener, server: Server) -> None:
    opened = open_address(
        server.address
        + "/#title=Ferries&add=%3Ch1%3EFerries%3C%2Fh1%3E%3Cp%3EThe+ferry+runs+daily.+It+is+old.%3C%2Fp%3E"
    )
    page = opened.page
    assert "Ferries" in page.locator(".offer").inner_text()
    assert opened.hash == ""
    page.locator(".offer").get_by_role("button", name="Read it").click()
    page.wait_for_function("() => document.getElementById('article').textContent.includes('runs daily')")


def test_a_document_that_is_gone_leads_home(open_address: Opener, server: Server) -> None:
    opened = open_address(f"{server.address}/?d={'f' * 32}")
    assert "not in the library" in opened.page.locator("#home-alert").inner_text()
    opened.complaints.clear()


def test_marks_outlive_a_server_that_stops(open_address: Opener, tmp_path: Path) -> None:
    with serving(folder=tmp_path) as first:
        number = int(first.address.rpartition(":")[2])
        document = first.add(samples.HARBOUR)
        opened = open_address(f"{first.address}/?d={document}")
        page = opened.page
        first.process.terminate()
        first.process.wait()
        page.keyboard.press("j")
        page.keyboard.press("h")
        page.keyboard.press("a")
        page.keyboard.type("to be kept")
        page.wait_for_selector("#banner:not([hidden])")
        assert "kept here" in page.locator("#banner").inner_text()
    with serving(folder=tmp_path, port=number):
        page.wait_for_selector("#banner[hidden]", state="attached")
        state = kept(page, lambda state: state["notes"] and state["marks"])
        assert [text for _, text in state["notes"]] == ["to be kept"]
        assert len(state["marks"]) == 1
    opened.complaints.clear()  # the browser itself tells of each failed request


def test_two_windows_keep_what_each_of_them_marked(open_address: Opener, server: Server) -> None:
    document = server.add("# Two windows\n\nRain fell on the hills. Snow closed the road. The road opened again.")
    one, two = (open_address(f"{server.address}/?d={document}") for _ in range(2))
    for opened, steps in ((one, 1), (two, 2)):
        for _ in range(steps):
            opened.page.keyboard.press("j")
        opened.page.keyboard.press("h")
        # The second window is refused, puts both together and writes again.
        kept(opened.page, has_marks(steps))
    # Either may be refused, since each goes on to write what was read in it.
    for opened in (one, two):
        opened.page.close()
        opened.complaints.clear()


def test_the_state_of_a_reading_is_not_read_by_the_server(server: Server) -> None:
    document = server.add("# Any state\n\nRain fell on the hills. Snow closed the road.")
    body = json.dumps({"revision": 0, "progress": 0.5, "state": {"own": ["thing", {"deep": 1}]}}).encode()
    assert server.ask(f"/v1/documents/{document}/reading", body, "PUT") == {"revision": 1}
    assert server.ask(f"/v1/documents/{document}/reader")["reading"]["state"] == {"own": ["thing", {"deep": 1}]}


def test_the_button_that_stops_an_upload_stays_while_its_stages_go_by(open_address: Opener, server: Server) -> None:
    opened = open_address(server.address + "/")
    page = opened.page
    stages = iter([("reading", 0), *(("ranking", n) for n in range(10, 10_000, 10))])

    def tell(route: Route) -> None:
        stage, sentences = next(stages)
        route.fulfill(json={"stage": stage, "sentences": sentences})

    page.route("**/v1/documents?name=*", lambda route: None)  # the upload takes as long as the page is open
    page.route("**/v1/uploads/*", tell)
    drop(opened, "long.txt", "The river runs past the old mill. It meets the sea.")
    button = page.locator("#home-jobs .card").get_by_role("button", name="Cancel")
    button.evaluate("button => { window.kept = button; button.focus(); }")
    page.wait_for_function("() => /ranking/i.test(document.querySelector('#home-jobs .card').dataset.stage)")
    told = page.locator("#home-jobs .card-note").inner_text()
    page.wait_for_function("told => document.querySelector('#home-jobs .card-note').textContent !== told", arg=told)
    assert opened.state("() => window.kept.isConnected && document.activeElement === window.kept")
    opened.complaints.clear()


def test_a_card_and_its_page_tell_the_same_time(open_address: Opener, server: Server) -> None:
    part = "## A long heading of this part, number {0}, which nobody counts\n\nThe river of {0} rose by two metres.\n\n"
    entry = server.add("# Rivers\n\n" + "".join(part.format(n) for n in range(400)), "rivers.md")
    opened = open_address(server.address + "/")
    page = opened.page
    card = page.locator(f"#shelf .card[data-id='{entry}']")
    card.wait_for()
    total = card.locator(".card-note").inner_text().split(" · ")[1]
    card.locator(".card-title").click()
    page.wait_for_selector("#article .sentence")
    assert page.locator("#readout").inner_text().endswith(f"of {total}")
