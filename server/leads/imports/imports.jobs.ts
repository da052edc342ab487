import { defineRowJob } from "@/server/platform/jobs/define-job";

export const runImport = defineRowJob({ name: "imports.run", queue: "imports" });
