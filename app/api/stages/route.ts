import { stages } from "@/lib/contracts/leads/stages";
import { createStage, listStages } from "@/server/leads/stages/stages.service";
import { route } from "@/server/platform/http/route";

export const GET = route(stages.list, ({ actor }) => listStages(actor));

export const POST = route(stages.create, ({ actor, body }) => createStage(actor, body));
