import { defineRowJob } from "@/server/jobs/define-job";

export const runSearch = defineRowJob({ name: "searches.run", queue: "searches" });
