import { tasks } from "@/lib/contracts/leads/tasks";
import { setTaskDone } from "@/server/leads/tasks/tasks.service";
import { route } from "@/server/platform/http/route";

export const POST = route(tasks.setDone, ({ actor, params, body }) =>
  setTaskDone(actor, params.id, body.done),
);
