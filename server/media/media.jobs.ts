import { defineRowJob } from "@/server/jobs/define-job";

export const fetchMedia = defineRowJob({ name: "media.fetch", queue: "media" });
