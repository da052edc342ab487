import { chat } from "@/lib/contracts/messaging/chat";
import { sendUploadedMedia } from "@/server/messaging/chat/chat-media.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.sendMedia, ({ actor, query, file }) =>
  sendUploadedMedia(actor, query, file),
);
