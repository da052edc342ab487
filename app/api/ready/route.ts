import { system } from "@/lib/contracts/system";
import { route } from "@/server/http/route";
import { checkReadiness } from "@/server/system/system.service";

export const GET = route(system.ready, checkReadiness);
