import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { deleteImport, getImport } from "@/server/imports/imports.service";

export const GET = route(imports.get, ({ actor, params }) => getImport(actor, params.id));
export const DELETE = route(imports.remove, ({ actor, params }) => deleteImport(actor, params.id));
