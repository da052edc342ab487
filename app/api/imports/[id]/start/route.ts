import { imports } from "@/lib/contracts/leads/imports";
import { startImport } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const POST = route(imports.start, ({ actor, params, body }) =>
  startImport(actor, params.id, body),
);
