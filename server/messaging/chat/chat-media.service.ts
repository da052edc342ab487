import type { z } from "zod/mini";
import type { chat } from "@/lib/contracts/messaging/chat";
import { takesCaption } from "@/lib/domain/media/sent-media";
import { AppError } from "@/lib/errors";
import { judgeUpload, storeSentMedia } from "@/server/messaging/media/sent-media.service";
import type { Actor } from "@/server/platform/actor";
import type { SpooledFile } from "@/server/platform/outside/spool";
import { sendChatMedia } from "./chat-send.service";

/**
 * Sends an uploaded file. Its first bytes determine its type, as for a received file.
 * @throws AppError too_large; invalid_input for an empty file, and for a caption of a sound; the others as
 * sendChatMedia
 */
export async function sendUploadedMedia(
  actor: Actor,
  query: z.output<typeof chat.sendMedia.query>,
  file: SpooledFile,
): Promise<z.input<typeof chat.sendMedia.response>> {
  const { kind, mime } = await judgeUpload(file);
  const caption = query.caption?.trim() || null;
  if (caption !== null && !takesCaption(kind)) {
    throw new AppError("invalid_input", "O WhatsApp não mostra legenda em áudios.");
  }
  const facts = {
    mime,
    bytes: file.bytes,
    fileName: query.file_name,
    seconds: query.seconds ?? null,
    width: query.width ?? null,
    height: query.height ?? null,
  };
  const { data } = await sendChatMedia(actor, { ...query, kind, caption }, () =>
    storeSentMedia(actor.ownerId, file.stream(), facts),
  );
  return { data: { ...data, kind, mime } };
}
