import { system } from "@/lib/contracts/platform/system";
import { route } from "@/server/platform/http/route";

export const GET = route(system.health, () => ({ status: "ok" as const }));
