/** Uses only Node's own modules. */
const LOOK_EVERY_MS = 200;
const TELL_EVERY_MS = 30_000;

/**
 * Waits until the product works, or says that its database is a restored copy, on which it works once the administrator
 * confirms it.
 * @param {string} address of the web
 * @param {{ withinMs: number, isCancelled?: () => boolean, report?: (line: string) => void, tellEveryMs?: number }} options
 *   `report` is called now and then with what is still missing
 * @returns {Promise<"ready" | "held">}
 * @throws Error with the last answer
 */
export async function awaitReadiness(
  address,
  { withinMs, isCancelled = () => false, report = () => undefined, tellEveryMs = TELL_EVERY_MS },
) {
  const startedAt = Date.now();
  const deadline = startedAt + withinMs;
  let toldAt = startedAt;
  let last = "no answer";
  while (Date.now() < deadline) {
    if (isCancelled()) throw new Error("Stopped before it was ready.");
    try {
      const response = await fetch(`${address}/api/ready`);
      if (response.ok) return "ready";
      last = await response.text();
      if (JSON.parse(last).fields?.database === "held") return "held";
    } catch (error) {
      if (!(error instanceof SyntaxError)) last = error.cause?.code ?? error.message;
    }
    if (Date.now() - toldAt >= tellEveryMs) {
      toldAt = Date.now();
      const seconds = Math.round((toldAt - startedAt) / 1000);
      report(`not ready after ${seconds} s (${last}), waiting up to ${withinMs / 60_000} minutes`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`Not ready after ${withinMs / 1000} s (${last}).`);
}
