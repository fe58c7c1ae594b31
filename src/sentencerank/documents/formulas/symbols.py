"""What the commands of TeX stand for."""

from __future__ import annotations

_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu "
    "μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ "
    "omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)
_SIGNS = (
    "pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet ∙ wedge ∧ land ∧ vee ∨ lor ∨ cap ∩ cup ∪ oplus ⊕ "
    "ominus ⊖ otimes ⊗ odot ⊙ setminus ∖ smallsetminus ∖ dagger † ddagger ‡ uplus ⊎ sqcup ⊔ sqcap ⊓ leq ≤ le ≤ "
    "leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ in ∈ notin ∉ ni ∋ "
    "subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ nsubseteq ⊈ subsetneq ⊊ supsetneq ⊋ to → rightarrow → gets ← leftarrow ← "
    "leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ mapsto ↦ longrightarrow ⟶ longleftarrow ⟵ "
    "Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ longmapsto ⟼ implies ⟹ impliedby ⟸ iff ⟺ mid ∣ parallel ∥ "
    "perp ⊥ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ ll ≪ gg ≫ prec ≺ succ ≻ preceq ≼ succeq ≽ doteq ≐ triangleq ≜ coloneqq ≔ "
    "nmid ∤ hookrightarrow ↪ rightleftharpoons ⇌ sqsubseteq ⊑ sqsupseteq ⊒ nearrow ↗ searrow ↘ uparrow ↑ downarrow ↓ "
    "bowtie ⋈ asymp ≍ lesssim ≲ gtrsim ≳ colon : rightsquigarrow ⇝ leadsto ⇝ xrightarrow → xleftarrow ←"
)
_VALUES = (
    "infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ ell ℓ hbar ℏ Re ℜ Im ℑ wp ℘ aleph "
    "ℵ beth ℶ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ "
    "bigwedge ⋀ bigsqcup ⨆ biguplus ⨄ bigodot ⨀ ldots … dots … dotsc … dotsb ⋯ cdots ⋯ vdots ⋮ ddots ⋱ prime ′ neg ¬ "
    "lnot ¬ top ⊤ bot ⊥ angle ∠ triangle △ square □ Box □ diamond ⋄ Diamond ◇ blacksquare ■ checkmark ✓ surd √ degree "
    "° imath ı jmath ȷ backslash \\ dag † ddag ‡ S § P ¶ copyright © pounds £ euro € aa å AA Å ae æ AE Æ oe œ OE Œ o "
    "ø O Ø ss ß l ł L Ł i ı flat ♭ natural ♮ sharp ♯ clubsuit ♣ heartsuit ♥ spadesuit ♠ lq ‘ rq ’ textbackslash \\ "
    "textasciitilde ~ slash / eth ð mho ℧"
)
_BRACKETS = (
    "langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } lbrack [ rbrack ] lvert | rvert | vert | "
    "lVert ‖ rVert ‖ Vert ‖ lparen ( rparen )"
)
_ACCENTS = (
    "hat ^ widehat ^ tilde ~ widetilde ~ bar ¯ overline ¯ vec → overrightarrow → dot ˙ ddot ¨ check ˇ breve ˘ acute ´ "
    "grave ` mathring ˚ underline _"
)
_DOUBLE = "A 𝔸 B 𝔹 C ℂ D 𝔻 E 𝔼 F 𝔽 G 𝔾 H ℍ I 𝕀 K 𝕂 N ℕ P ℙ Q ℚ R ℝ S 𝕊 T 𝕋 Z ℤ 1 𝟙"


def names(text: str) -> frozenset[str]:
    """Return the words of a text, as a set."""
    return frozenset(text.split())


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SYMBOLS = _pairs(f"{_GREEK} {_SIGNS} {_VALUES} {_BRACKETS}")
ACCENT_COMMANDS = _pairs(_ACCENTS)
DOUBLE_STRUCK = _pairs(_DOUBLE)
NEGATED = _pairs("= ≠ ∈ ∉ ⊂ ⊄ ⊆ ⊈ < ≮ > ≯ ≤ ≰ ≥ ≱ ≡ ≢ ∼ ≁ ≈ ≉ ∃ ∄ ∣ ∤ ∥ ∦ ∋ ∌")
FUNCTIONS = names(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min sec sin sinh sup tan tanh Pr bmod mod argmax argmin sgn tr rank diag"
)
SPACES = names(
    ", ; : ! > thinspace medspace thickspace enspace space displaystyle textstyle scriptstyle scriptscriptstyle "
    "limits nolimits nonumber notag left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr "
    "bigm Bigm allowbreak noindent hfill hfil boldmath rm bf it sf tt cal mathstrut strut centering par hline protect "
    "normalsize small large Large relax null ensuremath unboldmath mathord mathbin mathrel mathop mathopen mathclose "
    "mathpunct mathinner bm boldsymbol pmb mathbf mathit mathsf mathtt mathcal mathfrak mathscr mathnormal bold Bbbk "
    "vphantom smash lefteqn hphantom"
)
TEXTS = names("text mbox hbox textrm textbf textit textsf texttt textnormal textup emph mathrm fbox textsc")
DROPPED = names("label hspace vspace color phantom mspace hskip vskip kern textcolor style class cssId require")
