import type { MediaKind } from "@/lib/domain/messages/message-kind";
import { formatBytes } from "./media-labels";
import { MEDIA_MAX_BYTES } from "./media-limits";

/** What a person can send as a file. */
export const SENT_MEDIA_KINDS = ["image", "video", "audio", "document"] as const;
export type SentMediaKind = (typeof SENT_MEDIA_KINDS)[number];

/** WhatsApp's own limit. */
export const CAPTION_MAX_LENGTH = 1_024;
export const FILE_NAME_MAX_LENGTH = 200;
export const SENT_FILES_AT_ONCE = 10;

/** A file's name as it is sent: the end stays, because it shows the type. */
export function toFileName({ name }: { name: string }): string {
  return name.slice(-FILE_NAME_MAX_LENGTH).trim() || "arquivo";
}

/** Types that WhatsApp shows or plays; everything else is sent as a document. */
const KINDS: Readonly<Record<string, SentMediaKind>> = {
  "image/jpeg": "image",
  "image/png": "image",
  "image/webp": "image",
  "image/gif": "image",
  "video/mp4": "video",
  "audio/mpeg": "audio",
  "audio/ogg": "audio",
  "audio/mp4": "audio",
};

const PLURALS: Record<SentMediaKind, string> = {
  image: "Fotos",
  video: "Vídeos",
  audio: "Áudios",
  document: "Documentos",
};

/** `mime`: as detectMediaType returns it. */
export function toSentMediaKind(mime: string): SentMediaKind {
  return (Object.hasOwn(KINDS, mime) && KINDS[mime]) || "document";
}

export function isSentMediaKind(kind: string): kind is SentMediaKind {
  return (SENT_MEDIA_KINDS as readonly string[]).includes(kind);
}

/** WhatsApp shows no words with a sound. */
export function takesCaption(kind: MediaKind): boolean {
  return kind !== "audio" && kind !== "voice";
}

/** Why WhatsApp would refuse a file, in words; null if it would not. */
export function describeRefusedFile(kind: SentMediaKind, bytes: number): string | null {
  if (bytes === 0) return EMPTY_FILE;
  return bytes > MEDIA_MAX_BYTES[kind] ? describeSizeLimit(kind) : null;
}

const EMPTY_FILE = "O arquivo está vazio.";

/** 'Fotos podem ter até 16 MB.' */
export function describeSizeLimit(kind: SentMediaKind): string {
  return `${PLURALS[kind]} podem ter até ${formatBytes(MEDIA_MAX_BYTES[kind])}.`;
}
