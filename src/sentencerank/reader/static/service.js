// The server on this computer, if there is one. Nothing here knows any other address.

const DOCUMENTS = "v1/documents";

async function answer(response) {
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => null);
  throw new Error(problem?.detail ?? `The server answered ${response.status}.`);
}

export async function listDocuments() {
  const { documents } = await answer(await fetch(DOCUMENTS));
  return documents;
}

export async function openDocument(id) {
  const response = await fetch(`${DOCUMENTS}/${encodeURIComponent(id)}`);
  if (response.status === 404) throw new Error("it is not in the library. Choose another one there.");
  return answer(response);
}

/** Send a file or a text as it is; the name helps the server to see what it is. */
export async function addDocument(body, name) {
  const type = body instanceof Blob && body.type ? body.type : "text/plain; charset=utf-8";
  const address = `${DOCUMENTS}?name=${encodeURIComponent(name)}`;
  return answer(await fetch(address, { method: "POST", headers: { "Content-Type": type }, body }));
}

export async function rankForQuery(id, query) {
  return answer(
    await fetch(`${DOCUMENTS}/${encodeURIComponent(id)}/rank`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
}
