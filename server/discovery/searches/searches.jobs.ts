import { defineRowJob } from "@/server/platform/jobs/define-job";

export const runSearch = defineRowJob({ name: "searches.run", queue: "searches" });
