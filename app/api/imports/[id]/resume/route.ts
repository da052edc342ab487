import { imports } from "@/lib/contracts/leads/imports";
import { resumeImport } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const POST = route(imports.resume, ({ actor, params }) => resumeImport(actor, params.id));
