import { defineRowJob } from "@/server/platform/jobs/define-job";

export const deliverRun = defineRowJob({ name: "campaigns.deliver-run", queue: "campaigns" });
