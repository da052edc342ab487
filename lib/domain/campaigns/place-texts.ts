import { CAMPAIGN_MAX_MESSAGES } from "./campaign";

/**
 * Places texts into the empty variants of a campaign, then behind the last one, up to the number it may have. Returns
 * how many found room, and the position of the first.
 */
export function placeTexts(
  messages: readonly string[],
  texts: readonly string[],
): { messages: string[]; placed: number; first: number } {
  const next = [...messages];
  const positions: number[] = [];
  for (const text of texts) {
    const empty = next.findIndex((message) => message.trim() === "");
    const at = empty === -1 ? next.length : empty;
    if (at >= CAMPAIGN_MAX_MESSAGES) break;
    next[at] = text;
    positions.push(at);
  }
  return { messages: next, placed: positions.length, first: positions[0] ?? 0 };
}
