import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import { stopRegistryImport } from "@/server/registry/registry-import/registry-import.service";

export const POST = route(registryImports.stop, ({ actor }) => stopRegistryImport(actor));
