/** Money is kept in whole centavos and sent as a decimal number of reais. */

const CENTS = 100;

/** 97.5 → 9750 */
export function toCents(reais: number): number {
  return Math.round(reais * CENTS);
}

/** 9750 → 97.5 */
export function toReais(cents: number): number {
  return cents / CENTS;
}
