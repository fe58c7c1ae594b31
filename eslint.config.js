// The rules for the JavaScript of the reader's page and of the extension.
const names = ["addEventListener", "AbortController", "Blob", "chrome", "atob", "CSS", "DecompressionStream", "Highlight", "IntersectionObserver", "NodeFilter", "ResizeObserver", "Response", "SpeechSynthesisUtterance", "StaticRange", "URL", "URLSearchParams", "clearInterval", "clearTimeout", "confirm", "crypto", "devicePixelRatio", "document", "fetch", "getComputedStyle", "getSelection", "history", "innerHeight", "innerWidth", "localStorage", "location", "matchMedia", "navigator", "performance", "print", "requestAnimationFrame", "scrollTo", "scrollX", "scrollY", "setInterval", "setTimeout"];

export default [
  {
    files: ["src/sentencerank/reader/static/*.js", "extension/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: Object.fromEntries(names.map((name) => [name, "readonly"])) },
    rules: {
      "no-undef": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "prefer-const": "error",
      "no-var": "error",
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-restricted-properties": ["error", ...["innerHTML", "insertAdjacentHTML"].map((property) => ({ property, message: "Text must never become markup." }))],
    },
  },
];
