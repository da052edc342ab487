import { board } from "@/lib/contracts/leads/board";
import { listColumn } from "@/server/leads/lead-table/board.service";
import { route } from "@/server/platform/http/route";

export const GET = route(board.column, ({ actor, params, query }) =>
  listColumn(actor, params.id, query),
);
