import { Readable } from "node:stream";
import type { AnyMediaMessageContent, proto, WAMessage, WASocket } from "baileys";
import type {
  FileSource,
  OpenFile,
  OutgoingFile,
} from "@/server/messaging/gateway/whatsapp.gateway";

type Library = typeof import("baileys");

const UPLOAD_TIMEOUT_MS = 120_000;
/** The phone has to be reachable, and then uploads the file. */
const REFRESH_WITHIN_MS = 20_000;

/**
 * Encrypts a file and gives it to WhatsApp's file servers. Returns the content of the message that names it; when this
 * throws, nothing was sent.
 */
export async function uploadFile(
  { prepareWAMessageMedia }: Library,
  sock: WASocket,
  { file, caption, open }: { file: OutgoingFile; caption: string | null; open: OpenFile },
): Promise<proto.IMessage> {
  const stream = Readable.from(open(file));
  try {
    return await prepareWAMessageMedia(toContent(file, caption, stream), {
      upload: sock.waUploadToServer,
      mediaUploadTimeoutMs: UPLOAD_TIMEOUT_MS,
    });
  } finally {
    stream.destroy();
  }
}

function toContent(
  { kind, mime, fileName, seconds, width, height }: OutgoingFile,
  caption: string | null,
  stream: Readable,
): AnyMediaMessageContent {
  const media = { stream };
  const words = caption === null ? {} : { caption };
  const size = width && height ? { width, height } : {};
  switch (kind) {
    case "image":
      return { image: media, mimetype: mime, ...words, ...size };
    case "video":
      // A thumbnail would be cut by a program that may not be installed.
      return {
        video: media,
        mimetype: mime,
        jpegThumbnail: "",
        ...words,
        ...size,
        ...length(seconds),
      };
    case "audio":
      // Without its length the library would read the file to find it out.
      return { audio: media, mimetype: mime, seconds: seconds ?? 0 };
    case "document":
      return { document: media, mimetype: mime, fileName: fileName ?? "arquivo", ...words };
  }
}

function length(seconds: number | null) {
  return seconds === null ? {} : { seconds };
}

export interface ExpiredFile {
  chatId: string;
  messageId: string;
  fromMe: boolean;
  mediaKey: FileSource["mediaKey"];
}

/**
 * Asks phones to upload files again that WhatsApp's servers no longer have. Returns the new path; null when the phone
 * has deleted the file or does not respond.
 */
export function createFileRefresher(baileys: Library, sock: WASocket) {
  const waiting = new Map<string, (update: MediaUpdate) => void>();
  sock.ev.on("messages.media-update", (updates) => {
    for (const update of updates) waiting.get(update.key.id ?? "")?.(update);
  });

  return async ({ chatId, messageId, fromMe, mediaKey }: ExpiredFile): Promise<string | null> => {
    const key = { remoteJid: chatId, id: messageId, fromMe };
    const bytes = Buffer.from(mediaKey, "base64");
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<MediaUpdate | null>((resolve) => {
      waiting.set(messageId, resolve);
      timer = setTimeout(() => resolve(null), REFRESH_WITHIN_MS);
    });
    try {
      const ownId = sock.user?.id ?? "";
      await sock.sendNode(baileys.encryptMediaRetryRequest(key, bytes, ownId));
      const update = await answered;
      if (!update?.media) return null;
      const { result, directPath } = baileys.decryptMediaRetryData(update.media, bytes, messageId);
      const { SUCCESS } = baileys.proto.MediaRetryNotification.ResultType;
      return result === SUCCESS && directPath ? directPath : null;
    } finally {
      clearTimeout(timer);
      waiting.delete(messageId);
    }
  };
}

interface MediaUpdate {
  key: WAMessage["key"];
  media?: { ciphertext: Uint8Array; iv: Uint8Array };
}
