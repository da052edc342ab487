import type { MediaKind } from "@/lib/domain/messages/message-kind";

const MEGABYTE = 1_000_000;

/** The largest file of each kind that WhatsApp takes; what it sends on may be larger and is not fetched. */
export const MEDIA_MAX_BYTES: Record<MediaKind, number> = {
  image: 16 * MEGABYTE,
  video: 16 * MEGABYTE,
  audio: 16 * MEGABYTE,
  voice: 16 * MEGABYTE,
  document: 100 * MEGABYTE,
  sticker: MEGABYTE,
};

/** `remote`: from before the pairing, fetched on request. */
export const MEDIA_STATES = [
  "remote",
  "pending",
  "stored",
  "failed",
  "too_big",
  "expired",
] as const;
