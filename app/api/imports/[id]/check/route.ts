import { imports } from "@/lib/contracts/leads/imports";
import { checkImport } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const POST = route(imports.check, ({ actor, params, body }) =>
  checkImport(actor, params.id, body),
);
