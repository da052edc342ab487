import { accountExports } from "@/lib/contracts/custody/account-exports";
import {
  listExports,
  requestExport,
} from "@/server/custody/account-exports/account-exports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(accountExports.list, ({ actor }) => listExports(actor));

export const POST = route(accountExports.create, ({ actor, body }) => requestExport(actor, body));
