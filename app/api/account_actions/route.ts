import { accountActions } from "@/lib/contracts/accounts/account-actions";
import { listActions } from "@/server/platform/account-actions/account-actions.service";
import { route } from "@/server/platform/http/route";

export const GET = route(accountActions.list, ({ actor, query }) => listActions(actor, query));
