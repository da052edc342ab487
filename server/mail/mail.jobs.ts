import { defineRowJob } from "@/server/jobs/define-job";

export const sendMail = defineRowJob({ name: "mails.send", queue: "mails" });
