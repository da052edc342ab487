import { lists } from "@/lib/contracts/lists";
import { route } from "@/server/http/route";
import { createContactList } from "@/server/imports/contact-list.service";
import { listLists } from "@/server/lists/lists.service";

export const GET = route(lists.list, ({ actor, query }) => listLists(actor, query));

export const POST = route(lists.create, ({ actor, body }) => createContactList(actor, body));
