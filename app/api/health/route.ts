import { system } from "@/lib/contracts/system";
import { route } from "@/server/http/route";

export const GET = route(system.health, () => ({ status: "ok" as const }));
