import { system } from "@/lib/contracts/platform/system";
import { route } from "@/server/platform/http/route";
import { checkReadiness } from "@/server/platform/system/system.service";

export const GET = route(system.ready, checkReadiness);
