// The documents of the server on this computer: list, upload by button or by drop, paste.

import { byId, make } from "./dom.js";
import { addDocument, listDocuments } from "./service.js";

export async function drawLibrary(open) {
  const list = byId("library-list");
  try {
    const documents = await listDocuments();
    list.replaceChildren(
      ...documents.map(({ id, title, name }) =>
        make("li", {}, make("a", { href: `?d=${encodeURIComponent(id)}`, dir: "auto", onclick: (event) => follow(event, () => open(id)) }, title || name || id)),
      ),
    );
    byId("library-empty").hidden = documents.length > 0;
  } catch (error) {
    tell(error.message);
  }
}

function follow(event, act) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab, as with any link
  event.preventDefault();
  act();
}

export function listenToUploads(open) {
  const send = async (things) => {
    tell("Reading …");
    try {
      let last = null;
      for (const [body, name] of things) last = await addDocument(body, name);
      tell("");
      if (last) open(last.id);
    } catch (error) {
      tell(error.message);
    }
  };
  const files = (list) => send([...list].map((file) => [file, file.name]));
  byId("upload").addEventListener("change", (event) => files(event.target.files));
  byId("paste-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("paste").value;
    if (text.trim()) send([[text, "pasted.txt"]]);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) files(event.dataTransfer.files);
  });
}

function tell(message) {
  byId("library-status").textContent = message;
}
