import { admin } from "@/lib/contracts/backoffice/admin";
import { listQueues } from "@/server/backoffice/admin/queues.service";
import { route } from "@/server/platform/http/route";

export const GET = route(admin.queues, () => listQueues());
