/** Formats values for Brazilian screens. Instants are always shown in São Paulo's time. */

const number = new Intl.NumberFormat("pt-BR");

const reais = new Intl.NumberFormat("pt-BR", {
  style: "currency",
  currency: "BRL",
  trailingZeroDisplay: "stripIfInteger",
});

const date = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  timeZone: "America/Sao_Paulo",
});

const dateTime = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});

const WEBSITE_MAX_LENGTH = 40;

export function formatNumber(value: number): string {
  return number.format(value);
}

/** R$ 97 or R$ 97,50 */
export function formatReais(value: number): string {
  return reais.format(value);
}

/** 21/11/2026 */
export function formatDate(instant: string): string {
  return date.format(new Date(instant));
}

/** 21/11/2026 09:30 */
export function formatDateTime(instant: string): string {
  return dateTime.format(new Date(instant)).replace(",", "");
}

/** 21/11/2026, from a calendar day ("2026-11-21"). */
export function formatDay(day: string): string {
  return day.split("-").reverse().join("/");
}

/** '1 lead', '12 leads' */
export function countOf(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** 12.345.678/0001-90; anything not 14 characters long is unchanged. */
export function formatCnpj(cnpj: string): string {
  return cnpj.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\w{2})$/, "$1.$2.$3/$4-$5");
}

export function websiteLabel(website: string): string {
  return website.length > WEBSITE_MAX_LENGTH
    ? `${website.slice(0, WEBSITE_MAX_LENGTH)}...`
    : website;
}

/** A safe link target; adds https:// if there is no scheme. */
export function websiteHref(website: string): string {
  return /^https?:\/\//i.test(website) ? website : `https://${website}`;
}
