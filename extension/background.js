// Hands the page of the active tab to the reader on this computer, in the part of the address that no server gets. The
// reader asks its user before it takes it. `sentencerank read` listens on this port unless it is told another one.

const READER = "http://127.0.0.1:8737/";
const LONGEST = 2000000; // characters of an address; browsers refuse more, and a letter may take nine of them

/** Runs in the page itself. */
function pageContent() {
  return { title: document.title, html: document.documentElement.outerHTML };
}

export function addressFor({ title, html, link }) {
  const whole = `${READER}#${new URLSearchParams({ title, add: html })}`;
  // Of a longer page only the address is handed over.
  return html && whole.length < LONGEST ? whole : `${READER}#${new URLSearchParams({ title, link })}`;
}

async function handOver(tab) {
  let content = { title: tab.title ?? "", html: "" };
  try {
    const [{ result }] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: pageContent });
    content = result;
  } catch {
    // a page that no extension may look into: its address is all there is
  }
  await chrome.tabs.create({ url: addressFor({ ...content, link: tab.url ?? "" }) });
}

globalThis.chrome?.action?.onClicked.addListener(handOver);
globalThis.handOver = handOver; // for the test, which cannot click on the button of a browser
