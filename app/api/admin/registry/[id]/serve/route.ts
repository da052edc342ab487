import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import { serveRegistryImport } from "@/server/registry/registry-imports/registry-import.service";

export const POST = route(registryImports.serve, ({ actor, params }) =>
  serveRegistryImport(actor, params.id),
);
