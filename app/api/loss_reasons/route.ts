import { lossReasons } from "@/lib/contracts/leads/stages";
import { createLossReason, listLossReasons } from "@/server/leads/stages/stages.service";
import { route } from "@/server/platform/http/route";

export const GET = route(lossReasons.list, ({ actor }) => listLossReasons(actor));

export const POST = route(lossReasons.create, ({ actor, body }) =>
  createLossReason(actor, body.name),
);
