import { MOST_MICROS } from "./message-price";

/** Reais as they are typed, with up to six decimals: '0,35'. Null for what is no price. */
export function parsePrice(typed: string): number | null {
  const [, whole, part = ""] = /^(\d{1,3})(?:[.,](\d{1,6}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return null;
  const micros = Number(whole) * 1_000_000 + Number(part.padEnd(6, "0"));
  return micros <= MOST_MICROS ? micros : null;
}

/** With all decimals that say something, and at least two: 'R$ 0,0375'. */
export function formatPrice(micros: number): string {
  return (micros / 1_000_000).toLocaleString("pt-BR", {
    style: "currency",
    currency: "BRL",
    maximumFractionDigits: 6,
  });
}
