import { privacy } from "@/lib/contracts/privacy/privacy";
import { route } from "@/server/platform/http/route";
import { findPerson } from "@/server/privacy/requests/people.service";

export const GET = route(privacy.findPerson, ({ actor, query }) => findPerson(actor, query));
