import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { sendTestMessage } from "@/server/campaigns/campaigns/plan/test-message.service";
import { route } from "@/server/platform/http/route";

export const POST = route(campaigns.testMessage, ({ actor, body }) => sendTestMessage(actor, body));
