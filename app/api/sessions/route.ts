import { sessions } from "@/lib/contracts/sessions";
import { listSessions } from "@/server/auth/sessions.service";
import { route } from "@/server/http/route";

export const GET = route(sessions.list, ({ actor }) => listSessions(actor));
