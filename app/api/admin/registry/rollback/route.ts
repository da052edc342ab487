import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import { rollBackRegistryFor } from "@/server/registry/registry-import/registry-import.service";

export const POST = route(registryImports.rollback, ({ actor }) => rollBackRegistryFor(actor));
