// @ts-check
// Formulas: TeX of the simple kind becomes MathML, which browsers draw themselves. What is not known here stays text.

/** @typedef {{ tag: string, text?: string, children?: Node[], attributes?: Record<string, string> }} Node */

const LETTERS = "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ nabla ∇ emptyset ∅ varnothing ∅ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ";
const SIGNS = "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ times × cdot ⋅ cdots ⋯ ldots … dots … div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ oplus ⊕ otimes ⊗ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⇒ iff ⇔ mapsto ↦ forall ∀ exists ∃ neg ¬ land ∧ wedge ∧ lor ∨ vee ∨ mid ∣ parallel ∥ perp ⊥ int ∫ oint ∮ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } prime ′ colon : quad \u2003 qquad \u2003\u2003";
const WIDE = "sum ∑ prod ∏ bigcup ⋃ bigcap ⋂ lim lim max max min min sup sup inf inf argmax argmax argmin argmin";
const NAMES = new Set("sin cos tan log ln exp det dim ker gcd deg arg Pr mod".split(" "));
const ACCENTS = table("hat ^ widehat ^ bar ¯ overline ¯ tilde ~ widetilde ~ vec → dot ˙ ddot ¨");
const DOUBLED = table("R ℝ N ℕ Z ℤ Q ℚ C ℂ E 𝔼 P ℙ");
const SPACES = new Set([",", ";", ":", "!", " "]);
const MATHML = "http://www.w3.org/1998/Math/MathML";
const [letters, signs, wide] = [LETTERS, SIGNS, WIDE].map(table);
const DEEPEST = 30;

/** @param {string} words @returns {Map<string, string>} */
function table(words) {
  const parts = words.split(" ");
  return new Map(parts.flatMap((name, k) => (k % 2 ? [] : [[name, parts[k + 1]]])));
}

/** @param {string} tag @param {...Node} children @returns {Node} */
const of = (tag, ...children) => ({ tag, children });
/** @param {string} tag @param {string} text @returns {Node} */
const leaf = (tag, text) => ({ tag, text });

/** TeX as a tree of MathML; null if something in it is not known. @param {string} tex @returns {Node | null} */
export function parseTex(tex) {
  /** @type {string[]} */
  const tokens = tex.match(/\\[A-Za-z]+|\\[^A-Za-z]|\d+(?:\.\d+)?|\s+|[^]/gu) ?? [];
  let at = 0;
  const skip = () => {
    while (/^\s+$/u.test(tokens[at] ?? "")) at += 1;
  };

  /** @param {string} end @param {number} depth @returns {Node} */
  function row(end, depth) {
    if (depth > DEEPEST) throw new Error("too deep");
    const found = [];
    for (skip(); at < tokens.length && tokens[at] !== end; skip()) found.push(scripted(depth));
    if (end && tokens[at] !== end) throw new Error(`no ${end}`);
    if (end) at += 1;
    return found.length === 1 ? found[0] : of("mrow", ...found);
  }

  /** What follows a command: a group or one thing. @param {number} depth @returns {Node} */
  function argument(depth) {
    skip();
    if (tokens[at] !== "{") return atom(depth + 1);
    at += 1;
    return row("}", depth + 1);
  }

  /** The letters between braces, as they are. */
  function words() {
    skip();
    const end = tokens.indexOf("}", at);
    if (tokens[at] !== "{" || end < 0) throw new Error("no braces");
    const text = tokens.slice(at + 1, end).join("");
    if (/[\\{$]/u.test(text)) throw new Error("markup in words");
    at = end + 1;
    return text;
  }

  /** @param {number} depth @returns {Node} */
  function scripted(depth) {
    const name = tokens[at].slice(1);
    const base = atom(depth);
    /** @type {Node | null} */
    let below = null;
    /** @type {Node | null} */
    let above = null;
    for (skip(); ["^", "_", "'"].includes(tokens[at]); skip()) {
      const sign = tokens[at];
      at += 1;
      if (sign === "_" ? below : above) throw new Error("two of a kind");
      if (sign === "_") below = argument(depth);
      else above = sign === "'" ? leaf("mo", "′") : argument(depth);
    }
    const stacked = wide.has(name);
    if (below && above) return of(stacked ? "munderover" : "msubsup", base, below, above);
    if (below) return of(stacked ? "munder" : "msub", base, below);
    return above ? of(stacked ? "mover" : "msup", base, above) : base;
  }

  /** @param {number} depth @returns {Node} */
  function atom(depth) {
    skip();
    const token = tokens[at];
    if (token === undefined) throw new Error("nothing here");
    at += 1;
    if (token === "{") return row("}", depth + 1);
    if (token.startsWith("\\")) return command(token.slice(1), depth);
    if (/^\d/u.test(token)) return leaf("mn", token);
    if (/^\p{L}$/u.test(token)) return leaf("mi", token);
    if (/^[-+*/=<>()[\]|,.:;!?%]$/u.test(token)) return leaf("mo", token === "-" ? "−" : token);
    if (token === "~") return leaf("mtext", "\u00a0");
    if (/^[^\s{}^_&#$~'"`\\]$/u.test(token)) return leaf("mo", token);
    throw new Error(`unknown ${token}`);
  }

  /** @param {string} name @param {number} depth @returns {Node} */
  function command(name, depth) {
    if (letters.has(name)) return leaf("mi", letters.get(name) ?? "");
    if (signs.has(name)) return leaf("mo", signs.get(name) ?? "");
    if (wide.has(name)) return leaf("mo", wide.get(name) ?? "");
    if (NAMES.has(name)) return leaf("mi", name);
    if (["frac", "dfrac", "tfrac"].includes(name)) return of("mfrac", argument(depth), argument(depth));
    if (name === "sqrt" && tokens[at] !== "[") return of("msqrt", argument(depth));
    if (["mathrm", "text", "textrm", "mathit", "operatorname", "textit"].includes(name)) return leaf("mtext", words());
    if (name === "mathbb") return leaf("mi", DOUBLED.get(words()) ?? fail("mathbb"));
    if (ACCENTS.has(name)) return { ...of("mover", argument(depth), leaf("mo", ACCENTS.get(name) ?? "")), attributes: { accent: "true" } };
    if (name === "left" || name === "right") {
      skip();
      return tokens[at] === "." ? (at += 1, leaf("mrow", "")) : { ...atom(depth), attributes: { stretchy: "true" } };
    }
    if (SPACES.has(name)) return leaf("mtext", name === "!" ? "" : "\u2009");
    if ("{}%$&#_".includes(name)) return leaf("mo", name);
    return fail(name);
  }

  try {
    const found = row("", 0);
    return at === tokens.length ? found : null;
  } catch {
    return null;
  }
}

/** @param {string} name @returns {never} */
function fail(name) {
  throw new Error(`unknown ${name}`);
}

/**
 * Draw the formula of an element instead of its text. The text stays in the tree, where it is searched, copied and quoted from.
 * @param {any} host @param {string} tex @param {boolean} [display] on a line of its own
 */
export function drawMath(host, tex, display = false) {
  const tree = tex && parseTex(tex);
  if (!tree) return;
  const math = built({ tag: "math", children: [tree], attributes: { display: display ? "block" : "inline" } });
  host.attachShadow({ mode: "open" }).append(math);
}

/** @param {Node} node @returns {Element} */
function built({ tag, text = "", children = [], attributes = {} }) {
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...(children.length ? children.map(built) : [text]));
  return element;
}
