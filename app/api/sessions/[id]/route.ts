import { sessions } from "@/lib/contracts/sessions";
import { endSession } from "@/server/auth/sessions.service";
import { route } from "@/server/http/route";

export const DELETE = route(sessions.end, ({ actor, params }) => endSession(actor, params.id));
