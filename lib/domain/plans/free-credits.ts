/** How many credits a new search or campaign may take: the rest of the day without what running searches reserve. */
export function countFree(credits: {
  remaining_credits: number;
  reserved_credits: number;
}): number {
  return Math.max(0, credits.remaining_credits - credits.reserved_credits);
}
