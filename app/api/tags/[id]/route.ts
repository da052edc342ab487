import { tags } from "@/lib/contracts/leads/tags";
import { deleteTag, updateTag } from "@/server/leads/tags/tags.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(tags.update, ({ actor, params, body }) =>
  updateTag(actor, params.id, body),
);

export const DELETE = route(tags.remove, ({ actor, params }) => deleteTag(actor, params.id));
