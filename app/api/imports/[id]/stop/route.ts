import { imports } from "@/lib/contracts/leads/imports";
import { stopImport } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const POST = route(imports.stop, ({ actor, params }) => stopImport(actor, params.id));
