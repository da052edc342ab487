import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { stopImport } from "@/server/imports/imports.service";

export const POST = route(imports.stop, ({ actor, params }) => stopImport(actor, params.id));
