import { imports } from "@/lib/contracts/imports";
import { route } from "@/server/http/route";
import { uploadImport } from "@/server/imports/import-upload.service";
import { listRecentImports } from "@/server/imports/imports.service";

export const GET = route(imports.recent, ({ actor }) => listRecentImports(actor));
export const POST = route(imports.upload, ({ actor, query, file }) =>
  uploadImport(actor, query.file_name, file),
);
