import { tasks } from "@/lib/contracts/leads/tasks";
import { listNextTasks } from "@/server/leads/tasks/tasks.service";
import { route } from "@/server/platform/http/route";

export const GET = route(tasks.next, ({ actor, query }) => listNextTasks(actor, query.lead_ids));
