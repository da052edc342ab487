import { admin } from "@/lib/contracts/admin";
import { route } from "@/server/http/route";
import { replayDeadLetter } from "@/server/inbox/dead-letter-replay.service";

export const POST = route(admin.replayDeadLetter, ({ actor, params }) =>
  replayDeadLetter(actor, params.id),
);
