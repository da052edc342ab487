import { defineRowJob } from "@/server/platform/jobs/define-job";

export const runRadar = defineRowJob({ name: "radars.run", queue: "radars" });
