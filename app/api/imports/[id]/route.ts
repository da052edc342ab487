import { imports } from "@/lib/contracts/leads/imports";
import { deleteImport, getImport } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(imports.get, ({ actor, params }) => getImport(actor, params.id));
export const DELETE = route(imports.remove, ({ actor, params }) => deleteImport(actor, params.id));
