/** A sentence as written after a colon: 'Respondeu' → 'respondeu'; names such as 'WhatsApp' and 'CNPJ' stay. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Lu}|^\p{Lu}\p{Ll}+\p{Lu}/u.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}
