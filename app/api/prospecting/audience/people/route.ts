import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { listPeople } from "@/server/campaigns/campaigns/plan/audience.service";
import { route } from "@/server/platform/http/route";

export const POST = route(campaigns.people, ({ actor, body }) => listPeople(actor, body));
