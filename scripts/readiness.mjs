/** Uses only Node's own modules. */
const LOOK_EVERY_MS = 200;

/**
 * Waits until the product works, or says that its database is a restored copy, on which it works once the administrator
 * confirms it.
 * @param {string} address of the web
 * @param {{ withinMs: number, isCancelled?: () => boolean }} options
 * @returns {Promise<"ready" | "held">}
 * @throws Error with the last answer
 */
export async function awaitReadiness(address, { withinMs, isCancelled = () => false }) {
  const deadline = Date.now() + withinMs;
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
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`Not ready after ${withinMs / 1000} s (${last}).`);
}
