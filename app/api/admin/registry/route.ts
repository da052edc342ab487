import { registryImports } from "@/lib/contracts/registry-imports";
import { route } from "@/server/http/route";
import {
  listRegistryImports,
  startRegistryImport,
} from "@/server/registry-import/registry-import.service";

export const GET = route(registryImports.list, () => listRegistryImports());

export const POST = route(registryImports.start, ({ actor, body }) =>
  startRegistryImport(actor, body),
);
