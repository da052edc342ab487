import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import { rollBackRegistryFor } from "@/server/registry/registry-imports/registry-import.service";

export const POST = route(registryImports.rollback, ({ actor }) => rollBackRegistryFor(actor));
