import { imports } from "@/lib/contracts/leads/imports";
import { getDraft } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(imports.draft, ({ actor }) => getDraft(actor));
