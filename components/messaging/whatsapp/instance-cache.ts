import * as z from "zod/mini";
import { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";

/** Caches the last known connection in localStorage, to show it on the next visit while the current one is fetched. */
const STORAGE_KEY = "whatsappInstanceStatus";
export const INSTANCE_CACHE_MS = 3 * 60_000;

const CachedInstance = z.object({ status: WhatsappInstance, timestamp: z.number() });

export function readCachedInstance(): z.infer<typeof CachedInstance> | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    const parsed = z.safeParse(CachedInstance, JSON.parse(stored ?? "null"));
    const fresh = parsed.success && Date.now() - parsed.data.timestamp < INSTANCE_CACHE_MS;
    return fresh ? parsed.data : null;
  } catch (error) {
    console.warn("O status do WhatsApp em cache não pôde ser lido.", error);
    return null;
  }
}

export function cacheInstance(status: WhatsappInstance): void {
  // A code is useless later.
  const lasting: WhatsappInstance = { ...status, qrcode: null };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ status: lasting, timestamp: Date.now() }));
  } catch (error) {
    console.warn("O status do WhatsApp não pôde ser guardado em cache.", error);
  }
}
