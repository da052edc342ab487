import { chat } from "@/lib/contracts/chat";
import { route } from "@/server/http/route";
import { requestMedia } from "@/server/media/media.service";

export const POST = route(chat.requestMedia, ({ actor, params }) => requestMedia(actor, params.id));
