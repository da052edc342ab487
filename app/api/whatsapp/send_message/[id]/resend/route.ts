import { chat } from "@/lib/contracts/chat";
import { resendChatMessage } from "@/server/chat/chat-send.service";
import { route } from "@/server/http/route";

export const POST = route(chat.resend, ({ actor, params }) => resendChatMessage(actor, params.id));
