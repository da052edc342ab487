import { z } from "zod";
import { defineJob } from "@/server/jobs/define-job";

/** Delivery only: the mail's row knows whether it is still to be sent. */
export const sendMail = defineJob({
  name: "mails.send",
  queue: "mails",
  // attempt makes the id new every time, so that a job of a dead worker cannot hold the next one off.
  payload: z.object({ mailId: z.number().int(), attempt: z.number().int() }),
  id: ({ mailId, attempt }) => `mail-${mailId}-${attempt}`,
});
