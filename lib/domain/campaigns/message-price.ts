/** WhatsApp's price of a message from a date on, in millionths of a real. */
export interface MessagePrice {
  category: string;
  /** Two letters. */
  country: string;
  micros: number;
  since: Date;
  /** An administrator has set it; false for a price that came with the product. */
  confirmed: boolean;
}

export const PRICE_CATEGORIES = ["MARKETING", "UTILITY", "AUTHENTICATION", "SERVICE"] as const;
/** The highest price: no message costs a hundred reais. */
export const MOST_MICROS = 100_000_000;

/** Countries in which Brazilian sellers have contacts, by their calling codes. */
const COUNTRIES: Readonly<Record<string, string>> = {
  "1": "US",
  "33": "FR",
  "34": "ES",
  "351": "PT",
  "39": "IT",
  "44": "GB",
  "49": "DE",
  "51": "PE",
  "52": "MX",
  "54": "AR",
  "55": "BR",
  "56": "CL",
  "57": "CO",
  "58": "VE",
  "591": "BO",
  "593": "EC",
  "595": "PY",
  "598": "UY",
};
const LONGEST_CODE = 3;

/** The country of a number with its country code; ZZ for one that is not among those above, which has no price. */
export function findCountry(number: string): string {
  for (let length = LONGEST_CODE; length > 0; length -= 1) {
    const code = number.slice(0, length);
    const country = Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code] : undefined;
    if (country !== undefined) return country;
  }
  return "ZZ";
}

/** The price of a message at that time; null where none is known, which is not the same as none. */
export function findPrice(
  prices: readonly MessagePrice[],
  { category, country }: { category: string; country: string },
  at: Date,
): MessagePrice | null {
  let found: MessagePrice | null = null;
  for (const price of prices) {
    const applies = price.category === category && price.country === country && price.since <= at;
    if (applies && (!found || price.since > found.since)) found = price;
  }
  return found;
}

/** Messages that cost the same. */
export interface PricedMessages {
  category: string;
  country: string;
  messages: number;
  at: Date;
}

export interface PriceSum {
  /** The sum of the messages whose price is known. */
  micros: number;
  /** How many have no price. */
  unpriced: number;
  /** Every price was set by an administrator. */
  confirmed: boolean;
}

export function sumPrices(
  prices: readonly MessagePrice[],
  groups: readonly PricedMessages[],
): PriceSum {
  const sum: PriceSum = { micros: 0, unpriced: 0, confirmed: true };
  for (const { messages, at, ...of } of groups) {
    const price = findPrice(prices, of, at);
    if (!price) sum.unpriced += messages;
    else {
      sum.micros += price.micros * messages;
      sum.confirmed &&= price.confirmed;
    }
  }
  return sum;
}

/** Such as 'R$ 109,20'. */
function formatMicros(micros: number): string {
  return (micros / 1_000_000).toLocaleString("pt-BR", { style: "currency", currency: "BRL" });
}

/** Such as 'R$ 0,04', 'sem custo' or 'preço não cadastrado'. */
export function describeCharge(charge: { billable: boolean; micros: number | null }): string {
  if (!charge.billable) return "sem custo";
  return charge.micros === null ? "preço não cadastrado" : formatMicros(charge.micros);
}

/** Such as '312 mensagens, cerca de R$ 109,20'. Without any price it says so, and never 0. */
export function describePrice(messages: number, { micros, unpriced }: PriceSum): string {
  const count = `${messages.toLocaleString("pt-BR")} ${messages === 1 ? "mensagem" : "mensagens"}`;
  if (messages > 0 && unpriced >= messages) return `${count}, preço não cadastrado`;
  const cost = `${count}, cerca de ${formatMicros(micros)}`;
  if (unpriced === 0) return cost;
  return `${cost} e mais ${unpriced.toLocaleString("pt-BR")} sem preço cadastrado`;
}
