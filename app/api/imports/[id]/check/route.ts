import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { checkImport } from "@/server/imports/imports.service";

export const POST = route(imports.check, ({ actor, params, body }) =>
  checkImport(actor, params.id, body),
);
