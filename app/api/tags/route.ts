import { tags } from "@/lib/contracts/leads/tags";
import { createTag, listTags } from "@/server/leads/tags/tags.service";
import { route } from "@/server/platform/http/route";

export const GET = route(tags.list, ({ actor }) => listTags(actor));

export const POST = route(tags.create, ({ actor, body }) => createTag(actor, body));
