import { defineRowJob } from "@/server/jobs/define-job";

export const runRegistryImport = defineRowJob({ name: "registry.import", queue: "registry" });
