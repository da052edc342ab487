import { defineRowJob } from "@/server/platform/jobs/define-job";

export const runErasure = defineRowJob({ name: "privacy.erase", queue: "privacy" });
