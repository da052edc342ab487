import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { saveDraft } from "@/server/imports/imports.service";

export const PUT = route(imports.saveDraft, ({ actor, params, body }) =>
  saveDraft(actor, params.id, body),
);
