import { chat } from "@/lib/contracts/messaging/chat";
import { resendChatMessage } from "@/server/messaging/chat/chat-send.service";
import { route } from "@/server/platform/http/route";

export const POST = route(chat.resend, ({ actor, params }) => resendChatMessage(actor, params.id));
