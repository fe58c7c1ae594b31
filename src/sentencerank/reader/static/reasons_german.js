// @ts-check
// Why a sentence has its rank, in German. The library tells it in English, as clauses with semicolons between them; a
// clause that is not here leaves the whole sentence in English.

/** @type {Record<string, string>} */
const CLAUSES = {
  "it uses important words": "er hat wichtige Wörter",
  "its words are less important": "seine Wörter sind weniger wichtig",
  "it has much in common with other sentences": "er hat viel mit anderen Sätzen gemeinsam",
  "it has little in common with other sentences": "er hat wenig mit anderen Sätzen gemeinsam",
  "it introduces what the text returns to": "er führt ein, worauf der Text zurückkommt",
  "it introduces little that the text returns to": "er führt wenig ein, worauf der Text zurückkommt",
  "it opens a section or a paragraph": "er beginnt einen Abschnitt oder Absatz",
  "it opens the text": "er beginnt den Text",
  "it opens its section": "er beginnt seinen Abschnitt",
  "it opens its paragraph": "er beginnt seinen Absatz",
  "it stands inside a paragraph": "er steht mitten in einem Absatz",
  "its words keep coming up": "seine Wörter kehren immer wieder",
  "its words come up only briefly": "seine Wörter kommen nur kurz vor",
  "it speaks of what the whole text is about": "er spricht von dem, worum es im ganzen Text geht",
  "it is unlike the text as a whole": "er gleicht dem Text als Ganzem wenig",
  "several sentences say something like it": "mehrere Sätze sagen Ähnliches",
  "no other sentence says anything like it": "kein anderer Satz sagt etwas Ähnliches",
  "it has words of the query": "er hat Wörter der Frage",
  "it has few words of the query": "er hat wenige Wörter der Frage",
  "it is close to the query in meaning": "er kommt der Frage dem Sinn nach nahe",
  "it is far from the query in meaning": "er ist der Frage dem Sinn nach fern",
  "its section speaks of the query": "sein Abschnitt spricht von der Frage",
  "its section says little about the query": "sein Abschnitt sagt wenig zur Frage",
  "it shares words with the sentences closest to the query": "er teilt Wörter mit den Sätzen, die der Frage am nächsten sind",
  "it shares few words with the sentences closest to the query": "er teilt wenige Wörter mit den Sätzen, die der Frage am nächsten sind",
  "it stands in the part that the query names": "er steht in dem Teil, den die Frage nennt",
  "it stands outside the part that the query names": "er steht nicht in dem Teil, den die Frage nennt",
  "it defines what the query asks about": "er sagt, was das ist, wonach gefragt wird",
  "it does not define what the query asks about": "er sagt nicht, was das ist, wonach gefragt wird",
  "it replies to a question that is close to the query": "er antwortet auf eine Frage, die der gestellten nahe ist",
  "it is a question that something replies to": "er ist eine Frage, auf die eine Antwort folgt",
  "it has a number or a date, as the query asks": "er hat eine Zahl oder ein Datum, wie es die Frage verlangt",
  "it lacks the number or date that the query asks for": "ihm fehlt die Zahl oder das Datum, nach dem gefragt wird",
  "it has words of the query that closer sentences lack": "er hat Wörter der Frage, die näheren Sätzen fehlen",
  "closer sentences have its words of the query too": "nähere Sätze haben seine Wörter der Frage auch",
  "it is important in the text": "er ist im Text wichtig",
  "it is less important in the text": "er ist im Text weniger wichtig",
  "it is long enough to say something": "er ist lang genug, um etwas zu sagen",
  "it is short": "er ist kurz",
  "it is long": "er ist lang",
  "it says what the text finds or does": "er sagt, was der Text findet oder tut",
  "it points elsewhere, greets, or speaks of I and you": "er verweist, grüßt oder spricht von ich und du",
  "it is a whole sentence": "er ist ein ganzer Satz",
  "it is only part of a sentence": "er ist nur ein Teil eines Satzes",
  "it shares many words with other sentences": "er teilt viele Wörter mit anderen Sätzen",
  "it shares few words with other sentences": "er teilt wenige Wörter mit anderen Sätzen",
  "it is similar to many other sentences": "er ähnelt vielen anderen Sätzen",
  "it is similar to few other sentences": "er ähnelt wenigen anderen Sätzen",
  "it was lucky in the draw": "er hatte Glück im Los",
  "it was unlucky in the draw": "er hatte Pech im Los",
  "it comes early": "er kommt früh",
  "it comes in the middle": "er kommt in der Mitte",
  "it comes near the end": "er kommt gegen Ende",
  "it comes late": "er kommt spät",
  "its place is important": "seine Stelle ist wichtig",
  "its place is less important": "seine Stelle ist weniger wichtig",
  "it states what the text finds or does": "er nennt, was der Text findet oder tut",
  "it says who may, must or must not do what": "er sagt, wer was darf, muss oder nicht darf",
  "it says what the subject of the text is": "er sagt, was der Gegenstand des Textes ist",
  "it points elsewhere or is a notice": "er verweist oder ist ein Hinweis",
  "it greets or thanks": "er grüßt oder dankt",
  "nothing sets it apart from the others": "nichts hebt ihn von den anderen ab",
  "it is a heading, a fragment or a line without words to rank by": "er ist eine Überschrift, ein Bruchstück oder eine Zeile ohne Wörter, nach denen sich ordnen lässt",
};

/** Clauses with numbers or words in them. @type {[RegExp, (...found: string[]) => string][]} */
const PATTERNS = [
  [/^(\d+) later sentences? returns? to what it brings up$/u, (n) => (n === "1" ? "ein späterer Satz kommt darauf zurück" : `${n} spätere Sätze kommen darauf zurück`)],
  [/^it uses words that matter here: (.+)$/u, (words) => `er hat Wörter, auf die es hier ankommt: ${listed(words)}`],
  [/^it has much in common with sentence (\d+)$/u, (n) => `er hat viel gemeinsam mit Satz ${n}`],
  [/^it has much in common with sentences (.+)$/u, (numbers) => `er hat viel gemeinsam mit den Sätzen ${listed(numbers)}`],
  [/^it repeats sentence (\d+)$/u, (n) => `er wiederholt Satz ${n}`],
  [/^([^:']+): '(.+)'$/u, (clause, words) => (CLAUSES[clause] ? `${CLAUSES[clause]}: „${words}“` : "")],
];

/** "3, 7 und 12". @param {string} words */
const listed = (words) => words.replace(/ and (?=[^,]*$)/u, " und ");

/** Parts of a score. @type {Record<string, string>} */
export const PARTS = {
  salience: "Wörter", centrality: "Vernetzung", position: "Stelle", opening: "Einführung", layout: "Absatz", reach: "Reichweite", centroid: "Thema",
  support: "Rückhalt", query: "Frage", meaning: "Sinn", section: "Abschnitt", links: "Verbindung", named: "Genannt", defines: "Bestimmung", replies: "Antwort", kind: "Art der Antwort", told: "Neues", text: "Text", substance: "Länge",
  wording: "Wortlaut", whole: "Vollständigkeit", lead: "Anfang",
};

/** A reason in German, or "" if a part of it is not known. @param {string} sentence */
export function inGerman(sentence) {
  const clauses = sentence.replace(/\.$/u, "").split("; ").map((clause, k) => {
    const small = k ? clause : clause[0].toLowerCase() + clause.slice(1);
    return translated(small) || (k ? "" : translated(`it ${small}`));
  });
  if (clauses.some((clause) => !clause)) return "";
  const text = clauses.join("; ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** @param {string} clause */
function translated(clause) {
  if (clause in CLAUSES) return CLAUSES[clause];
  for (const [pattern, build] of PATTERNS) {
    const found = pattern.exec(clause);
    if (found) return build(...found.slice(1));
  }
  return "";
}
