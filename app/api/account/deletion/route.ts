import { accountDeletion } from "@/lib/contracts/custody/account-deletion";
import {
  cancelDeletion,
  getDeletion,
  requestDeletion,
} from "@/server/custody/account-deletions/account-deletions.service";
import { route } from "@/server/platform/http/route";

export const GET = route(accountDeletion.get, ({ actor }) => getDeletion(actor));

export const POST = route(accountDeletion.request, ({ actor, body }) =>
  requestDeletion(actor, body),
);

export const DELETE = route(accountDeletion.cancel, ({ actor }) => cancelDeletion(actor));
