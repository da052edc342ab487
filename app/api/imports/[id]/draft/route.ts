import { imports } from "@/lib/contracts/leads/imports";
import { saveDraft } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(imports.saveDraft, ({ actor, params, body }) =>
  saveDraft(actor, params.id, body),
);
