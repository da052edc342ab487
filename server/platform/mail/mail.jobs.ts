import { defineRowJob } from "@/server/platform/jobs/define-job";

export const sendMail = defineRowJob({ name: "mails.send", queue: "mails" });
