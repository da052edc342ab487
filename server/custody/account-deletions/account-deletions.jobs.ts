import { defineRowJob } from "@/server/platform/jobs/define-job";

export const deleteAccount = defineRowJob({ name: "accounts.delete", queue: "deletions" });
