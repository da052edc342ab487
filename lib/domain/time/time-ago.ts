const words = new Intl.RelativeTimeFormat("pt-BR", { numeric: "auto" });

/** From the largest, in seconds. */
const UNITS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** "há 3 dias", "ontem", "há 20 minutos"; "agora" within a minute and for what a clock places in the future. */
export function formatTimeAgo(instant: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(instant)) / 1000);
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? words.format(-Math.floor(seconds / unit[1]), unit[0]) : "agora";
}
