import { recovery } from "@/lib/contracts/backoffice/recovery";
import { confirmCopy } from "@/server/backoffice/recovery/recovery.service";
import { route } from "@/server/platform/http/route";

export const POST = route(recovery.confirm, ({ actor }) => confirmCopy(actor));
