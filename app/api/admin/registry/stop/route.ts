import { registryImports } from "@/lib/contracts/registry-imports";
import { route } from "@/server/http/route";
import { stopRegistryImport } from "@/server/registry-import/registry-import.service";

export const POST = route(registryImports.stop, ({ actor }) => stopRegistryImport(actor));
