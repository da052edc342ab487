import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { getDraft } from "@/server/imports/imports.service";

export const GET = route(imports.draft, ({ actor }) => getDraft(actor));
