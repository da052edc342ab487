import { campaigns } from "@/lib/contracts/campaigns";
import { previewAudience } from "@/server/campaigns/audience.service";
import { route } from "@/server/http/route";

export const POST = route(campaigns.audience, ({ actor, body }) => previewAudience(actor, body));
