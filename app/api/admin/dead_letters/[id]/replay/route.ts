import { admin } from "@/lib/contracts/backoffice/admin";
import { replayDeadLetter } from "@/server/inbound/inbox/dead-letter-replay.service";
import { route } from "@/server/platform/http/route";

export const POST = route(admin.replayDeadLetter, ({ actor, params }) =>
  replayDeadLetter(actor, params.id),
);
