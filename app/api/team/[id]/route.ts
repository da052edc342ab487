import { team } from "@/lib/contracts/accounts/team";
import { changePerson } from "@/server/accounts/team/team.service";
import { route } from "@/server/platform/http/route";

export const PATCH = route(team.change, ({ actor, params, body }) =>
  changePerson(actor, params.id, body),
);
