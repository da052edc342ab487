import { admin } from "@/lib/contracts/admin";
import { route } from "@/server/http/route";
import { listDeadLetters } from "@/server/inbox/dead-letters.service";

export const GET = route(admin.deadLetters, ({ query }) => listDeadLetters(query));
