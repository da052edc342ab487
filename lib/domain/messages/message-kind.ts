import { lookUp } from "../text/known-words";

const MEDIA_KINDS = ["image", "video", "audio", "voice", "document", "sticker"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * What a message consists of. `notice` is an event without words, described in our words: see message-notices.ts. Polls,
 * events, products and the like become a text that describes them: see described-content.ts. `unsupported` is all other
 * content without words.
 */
export const MESSAGE_KINDS = [
  "text",
  "notice",
  ...MEDIA_KINDS,
  "location",
  "contact",
  "unsupported",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What the latest message of a conversation is, once it was deleted, instead of its kind. */
export const DELETED = "deleted";
export const LAST_MESSAGE_KINDS = [...MESSAGE_KINDS, DELETED] as const;
export type LastMessageKind = (typeof LAST_MESSAGE_KINDS)[number];

const LABELS: Record<LastMessageKind, string> = {
  text: "Mensagem",
  notice: "Aviso",
  image: "Foto",
  video: "Vídeo",
  audio: "Áudio",
  voice: "Áudio",
  document: "Documento",
  sticker: "Figurinha",
  location: "Localização",
  contact: "Contato",
  unsupported: "Conteúdo não suportado",
  [DELETED]: "Mensagem apagada",
};

/** The reactions that one can send. */
export const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Names a message that has no words. */
export function describeKind(kind: LastMessageKind): string {
  return lookUp(LABELS, kind, LABELS.unsupported);
}

export function isMediaKind(kind: MessageKind): kind is MediaKind {
  return (MEDIA_KINDS as readonly string[]).includes(kind);
}
