import { isWebAddress } from "@/lib/domain/text/web-address";

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

const time = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});

const weekdayTime = new Intl.DateTimeFormat("pt-BR", {
  weekday: "short",
  day: "2-digit",
  month: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "America/Sao_Paulo",
});

const longDay = new Intl.DateTimeFormat("pt-BR", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "America/Sao_Paulo",
});

const monthOfYear = new Intl.DateTimeFormat("pt-BR", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

const percent = new Intl.NumberFormat("pt-BR", { style: "percent", maximumFractionDigits: 0 });

const WEBSITE_MAX_LENGTH = 40;

export function formatNumber(value: number): string {
  return number.format(value);
}

/** "6.812 MB" */
export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1e6))} MB`;
}

/** R$ 97 or R$ 97,50 */
export function formatReais(value: number): string {
  return reais.format(value);
}

/** R$ 97 or US$ 20,00: `currency` is a code of ISO 4217. */
export function formatMoney(value: number, currency: string): string {
  if (currency === "BRL" || !/^[A-Z]{3}$/.test(currency)) return formatReais(value);
  return value.toLocaleString("pt-BR", { style: "currency", currency });
}

/** R$ 97 or R$ 97,50, from centavos. */
export function formatCents(cents: number): string {
  return reais.format(cents / 100);
}

/** 21/11/2026 */
export function formatDate(instant: string): string {
  return date.format(new Date(instant));
}

/** 21/11/2026 09:30 */
export function formatDateTime(instant: string): string {
  return dateTime.format(new Date(instant)).replace(",", "");
}

/** terça-feira, 24 de novembro */
export function formatLongDay(instant: Date): string {
  return longDay.format(instant);
}

/** 09:30 */
export function formatTime(instant: string): string {
  return time.format(new Date(instant));
}

/** seg., 23/11, 09:30 */
export function formatWeekdayTime(instant: Date): string {
  return weekdayTime.format(instant);
}

/** 12%, from 0 to 1. */
export function formatPercent(part: number): string {
  return percent.format(part);
}

/** 21/11/2026, from a calendar day ("2026-11-21"). */
export function formatDay(day: string): string {
  return day.split("-").reverse().join("/");
}

/** Novembro de 2026, from "2026-11". */
export function formatMonth(month: string): string {
  const text = monthOfYear.format(new Date(`${month}-01T00:00:00Z`));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 1 h 20 min */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return "menos de 1 min";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${formatNumber(hours)} h`, rest > 0 && `${rest} min`]
    .filter(Boolean)
    .join(" ");
}

/** '1 lead', '12 leads' */
export function countOf(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** 12.345.678/0001-90; anything not 14 characters long is unchanged. */
export function formatCnpj(cnpj: string): string {
  return cnpj.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\w{2})$/, "$1.$2.$3/$4-$5");
}

/** The address as people say it: without its scheme, and cut when it is long. */
export function websiteLabel(website: string): string {
  const address = website.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return address.length > WEBSITE_MAX_LENGTH
    ? `${address.slice(0, WEBSITE_MAX_LENGTH)}...`
    : address;
}

/** A safe link target; adds https:// if there is no scheme. Undefined for a text that is no address of the web. */
export function websiteHref(website: string): string | undefined {
  if (!isWebAddress(website)) return undefined;
  return /^https?:\/\//i.test(website) ? website : `https://${website}`;
}
