import { board } from "@/lib/contracts/leads/board";
import { moveLead } from "@/server/leads/leads/lead-stages.service";
import { route } from "@/server/platform/http/route";

export const POST = route(board.move, ({ actor, params, body }) =>
  moveLead(actor, params.id, body),
);
