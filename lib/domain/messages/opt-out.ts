const OPT_OUT_ANSWERS = new Set(["sair", "parar", "cancelar", "stop", "nao quero"]);

/** Whether an answer, as a whole, asks to be left alone. Case, accents and punctuation do not matter; a longer sentence that merely holds the word does not count. */
export function isOptOut(text: string): boolean {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  return OPT_OUT_ANSWERS.has(plain);
}
