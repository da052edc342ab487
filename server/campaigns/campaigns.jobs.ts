import { defineRowJob } from "@/server/jobs/define-job";

export const deliverRun = defineRowJob({ name: "campaigns.deliver-run", queue: "campaigns" });
