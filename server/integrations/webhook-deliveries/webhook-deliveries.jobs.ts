import { defineRowJob } from "@/server/platform/jobs/define-job";

/** To an address that took its last message at once. */
export const deliverWebhook = defineRowJob({ name: "webhooks.deliver", queue: "webhooks" });

/** To any other, among which those that never answer occupy their workers for long. */
export const deliverSlowWebhook = defineRowJob({
  name: "webhooks.deliver-slow",
  queue: "slow-webhooks",
});
