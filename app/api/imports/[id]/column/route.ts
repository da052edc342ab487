import { imports } from "@/lib/contracts/leads/imports";
import { describeColumn } from "@/server/leads/imports/import-columns.service";
import { route } from "@/server/platform/http/route";

export const GET = route(imports.column, ({ actor, params, query }) =>
  describeColumn(actor, params.id, query.at),
);
