import { tasks } from "@/lib/contracts/leads/tasks";
import { createTask, listTasks } from "@/server/leads/tasks/tasks.service";
import { route } from "@/server/platform/http/route";

export const GET = route(tasks.list, ({ actor, query }) => listTasks(actor, query));
export const POST = route(tasks.create, ({ actor, body }) => createTask(actor, body));
