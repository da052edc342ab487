import { defineRowJob } from "@/server/platform/jobs/define-job";

export const archiveAccount = defineRowJob({ name: "accounts.archive", queue: "archives" });
