import { admin } from "@/lib/contracts/backoffice/admin";
import { listDeadLetters } from "@/server/inbound/inbox/dead-letters.service";
import { route } from "@/server/platform/http/route";

export const GET = route(admin.deadLetters, ({ query }) => listDeadLetters(query));
