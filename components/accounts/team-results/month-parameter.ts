import { paths } from "@/lib/paths";

const MONTH = "mes";

/** The month in the screen's address; null for this month. */
export function readMonthParameter(params: Pick<URLSearchParams, "get">): string | null {
  const month = params.get(MONTH) ?? "";
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : null;
}

export function monthPath(month: string): string {
  return `${paths.teamResults}?${MONTH}=${month}`;
}
