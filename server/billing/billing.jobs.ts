import { defineRowJob } from "@/server/jobs/define-job";

export const carryOutOrder = defineRowJob({ name: "billing.order", queue: "billing" });
