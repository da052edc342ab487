/** Dates and times as Brazilians type them, in any browser language: 31/01/2026 and 18:30. */

/** The earliest year that is meant: on the way to 2026 the field contains 0002 and 0020. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

/** Puts the slashes into what was typed so far; a pasted 2026-01-31 is turned around. */
export function maskDate(typed: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(typed);
  const digits = iso ? `${iso[3]}${iso[2]}${iso[1]}` : readDayFirst(typed);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join("/");
}

/** The digits of a day first; 1/2/2026 becomes 01/02/2026. */
function readDayFirst(typed: string): string {
  const parts = typed.slice(0, 40).split(/[/.-]/);
  if (parts.length < 2) return typed.slice(0, 40).replace(/\D/g, "");
  const digits = parts.map((part) => part.replace(/\D/g, ""));
  // The part that is still being typed stays as it is.
  return digits
    .map((part, at) => (at < 2 && at < digits.length - 1 ? part.padStart(2, "0") : part))
    .join("");
}

/** The calendar day ("2026-01-31") of a complete date that exists, else null; year 26 means 2026. */
export function parseTypedDate(text: string): string | null {
  const [, day = "", month = "", typed = ""] = /^(\d{2})\/(\d{2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
  const year = typed.length === 2 ? `20${typed}` : typed;
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return null;
  return Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR ? iso : null;
}

/** Puts the colon into what was typed so far. */
export function maskTime(typed: string): string {
  const hour = /^\s*(\d):/.exec(typed)?.[1];
  const digits = (hour ? `0${typed}` : typed).slice(0, 20).replace(/\D/g, "");
  return [digits.slice(0, 2), digits.slice(2, 4)].filter(Boolean).join(":");
}

/** The time ("18:30") that was typed, else null; 9 means 09:00. */
export function parseTypedTime(text: string): string | null {
  const [, hour = "", minute = "00"] = /^(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}
