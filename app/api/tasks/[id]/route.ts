import { tasks } from "@/lib/contracts/leads/tasks";
import { deleteTask, updateTask } from "@/server/leads/tasks/tasks.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(tasks.update, ({ actor, params, body }) =>
  updateTask(actor, params.id, body),
);
export const DELETE = route(tasks.remove, ({ actor, params }) => deleteTask(actor, params.id));
