import { defineRowJob } from "@/server/platform/jobs/define-job";

export const processBillingEvent = defineRowJob({ name: "billing.event", queue: "billing" });
