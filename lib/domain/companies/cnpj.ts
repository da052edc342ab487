/**
 * CNPJ: 12 characters 0-9 and A-Z and two check digits, always text (letters are allowed since July 2026, IN RFB
 * 2.229/2024). A character's value is its ASCII code minus 48; modulo 11.
 */
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Returns the 14 characters without punctuation, upper-cased, or null when the CNPJ is invalid. */
export function normalizeCnpj(value: string | null | undefined): string | null {
  const bare = (value ?? "").replace(/[.\-/\s]/g, "").toUpperCase();
  if (!/^[0-9A-Z]{12}\d{2}$/.test(bare) || /(.)\1{13}/.test(bare)) return null;
  return bare.slice(12) === computeCheckDigits(bare.slice(0, 12)) ? bare : null;
}

/** The two check digits for the first 12 characters. */
export function computeCheckDigits(base: string): string {
  const first = checkDigit(base);
  return `${first}${checkDigit(`${base}${first}`)}`;
}

function checkDigit(base: string): number {
  const weights = WEIGHTS.slice(WEIGHTS.length - base.length);
  const sum = weights.reduce((total, weight, at) => total + weight * (base.charCodeAt(at) - 48), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
