import { handovers } from "@/lib/contracts/accounts/handovers";
import { undoHandover } from "@/server/custody/leaving/leaving.service";
import { route } from "@/server/platform/http/route";

export const POST = route(handovers.undo, ({ actor, params }) => undoHandover(actor, params.id));
