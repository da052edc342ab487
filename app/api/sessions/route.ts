import { sessions } from "@/lib/contracts/platform/sessions";
import { listSessions } from "@/server/platform/auth/sessions.service";
import { route } from "@/server/platform/http/route";

export const GET = route(sessions.list, ({ actor }) => listSessions(actor));
