import { defineRowJob } from "@/server/jobs/define-job";

export const processBillingEvent = defineRowJob({ name: "billing.event", queue: "billing" });
