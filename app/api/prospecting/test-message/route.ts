import { campaigns } from "@/lib/contracts/campaigns";
import { sendTestMessage } from "@/server/campaigns/test-message.service";
import { route } from "@/server/http/route";

export const POST = route(campaigns.testMessage, ({ actor, body }) => sendTestMessage(actor, body));
