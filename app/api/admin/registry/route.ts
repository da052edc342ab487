import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { route } from "@/server/platform/http/route";
import {
  listRegistryImports,
  startRegistryImport,
} from "@/server/registry/registry-imports/registry-import.service";

export const GET = route(registryImports.list, () => listRegistryImports());

export const POST = route(registryImports.start, ({ actor, body }) =>
  startRegistryImport(actor, body),
);
