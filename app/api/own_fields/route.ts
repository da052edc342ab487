import { ownFields } from "@/lib/contracts/leads/own-fields";
import { createOwnField, listOwnFields } from "@/server/leads/own-fields/own-fields.service";
import { route } from "@/server/platform/http/route";

export const GET = route(ownFields.list, ({ actor }) => listOwnFields(actor));

export const POST = route(ownFields.create, ({ actor, body }) => createOwnField(actor, body));
