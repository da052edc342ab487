import { defineRowJob } from "@/server/platform/jobs/define-job";

export const fetchMedia = defineRowJob({ name: "media.fetch", queue: "media" });
