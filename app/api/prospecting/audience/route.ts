import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { previewAudience } from "@/server/campaigns/campaigns/plan/audience.service";
import { route } from "@/server/platform/http/route";

export const POST = route(campaigns.audience, ({ actor, body }) => previewAudience(actor, body));
