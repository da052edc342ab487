import { imports } from "@/lib/contracts/leads/imports";
import { previewImportUndo, undoImport } from "@/server/leads/imports/import-undo.service";
import { route } from "@/server/platform/http/route";

export const GET = route(imports.previewUndo, ({ actor, params }) =>
  previewImportUndo(actor, params.id),
);

export const POST = route(imports.undo, ({ actor, params }) => undoImport(actor, params.id));
