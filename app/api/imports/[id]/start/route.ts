import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { startImport } from "@/server/imports/imports.service";

export const POST = route(imports.start, ({ actor, params, body }) =>
  startImport(actor, params.id, body),
);
