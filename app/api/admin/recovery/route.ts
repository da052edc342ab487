import { recovery } from "@/lib/contracts/backoffice/recovery";
import { readRecovery } from "@/server/backoffice/recovery/recovery.service";
import { route } from "@/server/platform/http/route";

export const GET = route(recovery.read, () => readRecovery());
