import { imports } from "@/lib/contracts/leads/imports";
import { uploadImport } from "@/server/leads/imports/import-upload.service";
import { listRecentImports } from "@/server/leads/imports/imports.service";
import { route } from "@/server/platform/http/route";

export const GET = route(imports.recent, ({ actor }) => listRecentImports(actor));
export const POST = route(imports.upload, ({ actor, query, file }) =>
  uploadImport(actor, {
    name: query.file_name,
    bytes: file,
    choice: {
      headerLine: query.header_line,
      sheet: query.sheet,
      withoutHidden: query.hidden_rows === "skip",
    },
  }),
);
