import { chat } from "@/lib/contracts/chat";
import { sendUploadedMedia } from "@/server/chat/chat-media.service";
import { route } from "@/server/http/route";

export const POST = route(chat.sendMedia, ({ actor, query, file }) =>
  sendUploadedMedia(actor, query, file),
);
