import { board } from "@/lib/contracts/leads/board";
import { showBoard } from "@/server/leads/lead-table/board.service";
import { route } from "@/server/platform/http/route";

export const GET = route(board.show, ({ actor, query }) => showBoard(actor, query));
