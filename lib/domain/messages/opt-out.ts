const OPT_OUT_ANSWERS = new Set(["sair", "parar", "cancelar", "stop", "nao quero"]);

/**
 * Whether the whole answer is an opt-out, ignoring case, accents and punctuation; a longer sentence that contains the
 * word is not one.
 */
export function isOptOut(text: string): boolean {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  return OPT_OUT_ANSWERS.has(plain);
}
