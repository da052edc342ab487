const KILO = 1_000;
const MEGA = 1_000_000;
const GIGA = 1_000_000_000;

const number = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 });

/** '640 B', '12 kB', '1,5 MB', '67,3 GB' */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  // What would be rounded to 1000 kB is 1 MB, and to 1000 MB 1 GB.
  if (bytes < MEGA - KILO / 2) return `${Math.round(bytes / KILO)} kB`;
  if (bytes < GIGA - MEGA / 20) return `${number.format(bytes / MEGA)} MB`;
  return `${number.format(bytes / GIGA)} GB`;
}

/** '0:07', '1:02:03' */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** 'PDF' from 'Proposta.pdf'; null for a name without a short ending. */
export function getNameEnding(fileName: string | null): string | null {
  return /\.([a-z0-9]{1,5})$/i.exec(fileName ?? "")?.[1]?.toUpperCase() ?? null;
}
