import { defineRowJob } from "@/server/platform/jobs/define-job";

export const carryOutOrder = defineRowJob({ name: "billing.order", queue: "billing-orders" });
