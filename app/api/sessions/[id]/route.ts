import { sessions } from "@/lib/contracts/platform/sessions";
import { endSession } from "@/server/platform/auth/sessions.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(sessions.end, ({ actor, params }) => endSession(actor, params.id));
