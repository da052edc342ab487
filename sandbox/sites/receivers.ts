import type { IncomingMessage, ServerResponse } from "node:http";

const DOMAIN = "recebe.example";

/**
 * Programs that receive webhooks, by host: `mudo.recebe.example` takes the request and never answers, every other host
 * of the domain answers at once. Returns false for any other host.
 */
export function answerAsReceiver(
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (host !== DOMAIN && !host.endsWith(`.${DOMAIN}`)) return false;
  request.resume();
  if (!host.startsWith("mudo")) response.end("ok");
  return true;
}
