import { registryImports } from "@/lib/contracts/registry-imports";
import { route } from "@/server/http/route";
import { rollBackRegistryFor } from "@/server/registry-import/registry-import.service";

export const POST = route(registryImports.rollback, ({ actor }) => rollBackRegistryFor(actor));
