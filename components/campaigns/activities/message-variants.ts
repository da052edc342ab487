/** Returns the variants of a stored message, or null if it is plain text. */
export function parseMessageVariants(message: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(message);
    if (!Array.isArray(parsed)) return null;
    return parsed.every((text) => typeof text === "string") ? parsed : null;
  } catch {
    return null;
  }
}
