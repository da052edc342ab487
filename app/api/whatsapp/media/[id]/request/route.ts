import { chat } from "@/lib/contracts/messaging/chat";
import { requestMedia } from "@/server/messaging/media/media.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.requestMedia, ({ actor, params }) => requestMedia(actor, params.id));
