/** How many credits a new search or campaign may take: what is left of the day without what searches under way have set aside. */
export function countFree(credits: {
  remaining_credits: number;
  reserved_credits: number;
}): number {
  return Math.max(0, credits.remaining_credits - credits.reserved_credits);
}
