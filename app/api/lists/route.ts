import { lists } from "@/lib/contracts/leads/lists";
import { createContactList } from "@/server/leads/imports/contact-list.service";
import { listLists } from "@/server/leads/lists/lists.service";
import { route } from "@/server/platform/http/route";

export const GET = route(lists.list, ({ actor, query }) => listLists(actor, query));

export const POST = route(lists.create, ({ actor, body }) => createContactList(actor, body));
