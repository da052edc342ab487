const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [6, ...FIRST_WEIGHTS];

/**
 * Appends the two check digits to the 12 leading characters. Letters count as their ASCII code
 * minus 48 (IN RFB 2.229/2024), which for digits equals the old rule.
 */
export function completeCnpj(base: string): string {
  const first = checkDigit(base, FIRST_WEIGHTS);
  return `${base}${first}${checkDigit(`${base}${first}`, SECOND_WEIGHTS)}`;
}

export function isValidCnpj(cnpj: string): boolean {
  return /^[0-9A-Z]{12}\d{2}$/.test(cnpj) && completeCnpj(cnpj.slice(0, 12)) === cnpj;
}

export function maskCnpj(cnpj: string): string {
  return cnpj.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
}

function checkDigit(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (characters.charCodeAt(index) - 48),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
