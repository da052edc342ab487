import { defineRowJob } from "@/server/platform/jobs/define-job";

/** For an address that accepted its last message promptly. */
export const deliverWebhook = defineRowJob({ name: "webhooks.deliver", queue: "webhooks" });

/** For all other addresses: some of them never answer and occupy their workers for long. */
export const deliverSlowWebhook = defineRowJob({
  name: "webhooks.deliver-slow",
  queue: "slow-webhooks",
});
