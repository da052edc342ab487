import { defineRowJob } from "@/server/jobs/define-job";

export const deliverWebhook = defineRowJob({ name: "webhooks.deliver", queue: "webhooks" });
