import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import {
  cancelScheduledMessage,
  changeScheduledMessage,
} from "@/server/messaging/scheduled-messages/scheduled-messages.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(scheduledMessages.update, ({ actor, params, body }) =>
  changeScheduledMessage(actor, params.id, body),
);

export const DELETE = route(scheduledMessages.remove, ({ actor, params }) =>
  cancelScheduledMessage(actor, params.id),
);
