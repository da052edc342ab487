import { defineRowJob } from "@/server/jobs/define-job";

export const runImport = defineRowJob({ name: "imports.run", queue: "imports" });
