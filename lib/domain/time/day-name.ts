const weekday = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "UTC" });

const DAY_MS = 86_400_000;

/** What people call a calendar day: "Hoje", "Ontem", "terça, 17/11", with the year when it is another one. */
export function nameDay(day: string, today: string): string {
  const daysAgo = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (daysAgo === 0) return "Hoje";
  if (daysAgo === 1) return "Ontem";
  const [year, month, date] = day.split("-");
  const name = weekday.format(new Date(day)).replace("-feira", "");
  return `${name}, ${date}/${month}${today.startsWith(`${year}-`) ? "" : `/${year}`}`;
}
