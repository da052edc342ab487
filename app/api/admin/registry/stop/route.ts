import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import { stopRegistryImport } from "@/server/registry/registry-imports/registry-import.service";

export const POST = route(registryImports.stop, ({ actor }) => stopRegistryImport(actor));
