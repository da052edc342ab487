import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import { discardRegistryImport } from "@/server/registry/registry-imports/registry-import.service";

export const POST = route(registryImports.discard, ({ actor, params }) =>
  discardRegistryImport(actor, params.id),
);
