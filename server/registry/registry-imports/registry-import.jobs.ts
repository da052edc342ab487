import { defineRowJob } from "@/server/platform/jobs/define-job";

export const runRegistryImport = defineRowJob({ name: "registry.import", queue: "registry" });
