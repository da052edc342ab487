import type { MediaDownload } from "@/server/messaging/gateway/whatsapp.gateway";
import { readBody } from "@/server/platform/outside/bounded-body";
import { streamOutside } from "@/server/platform/outside/call";
import { readBase64Field } from "./base64-field.evolution";

/** Enough for 100 MB through two servers. */
const DOWNLOAD_TIMEOUT_MS = 180_000;
const MAX_REFUSAL_BYTES = 10_000;
/** For a view-once file, and where the message contained no key. */
const WITHOUT_KEY = "Cannot derive from empty media key";

/** Fetches the file of a message, whose key Evolution keeps. Throws only when `signal` aborts. */
export async function downloadFile(
  url: URL,
  { apikey, messageId, signal }: { apikey: string; messageId: string; signal: AbortSignal },
): Promise<MediaDownload> {
  const answer = await streamOutside(url, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ message: { key: { id: messageId } }, convertToMp4: false }),
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
    signal,
  });
  if (!answer.answered) {
    return { outcome: "unavailable", retryAfterMs: null, detail: answer.detail };
  }
  const { status, retryAfterMs, body } = answer;
  if (status < 300) return { outcome: "found", content: readBase64Field(body) };
  if (status !== 400) body.destroy();
  else if ((await readRefusal(body)).includes(WITHOUT_KEY)) {
    return { outcome: "lost", detail: WITHOUT_KEY };
  }
  return { outcome: "unavailable", retryAfterMs, detail: `HTTP ${status}` };
}

async function readRefusal(body: Parameters<typeof readBody>[0]): Promise<string> {
  const read = await readBody(body, "identity", MAX_REFUSAL_BYTES).catch(() => null);
  return read?.toString("utf8") ?? "";
}
