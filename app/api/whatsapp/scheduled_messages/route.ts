import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import {
  listScheduledMessages,
  scheduleMessage,
} from "@/server/messaging/scheduled-messages/scheduled-messages.service";
import { route } from "@/server/platform/http/route";

export const GET = route(scheduledMessages.list, ({ actor, query }) =>
  listScheduledMessages(actor, query.to),
);

export const POST = route(scheduledMessages.create, ({ actor, body }) =>
  scheduleMessage(actor, body),
);
