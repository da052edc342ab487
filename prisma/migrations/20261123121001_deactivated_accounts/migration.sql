-- The phone of a deactivated account is logged out; tried again until the provider answers.
ALTER TABLE "whatsapp_instances" ADD COLUMN "log_out_due_at" TIMESTAMPTZ(3);
CREATE INDEX "whatsapp_instances_log_out_due_idx" ON "whatsapp_instances" ("log_out_due_at") WHERE "log_out_due_at" IS NOT NULL;

-- What accounts deactivated before this kept alive.
UPDATE "whatsapp_instances" i SET "log_out_due_at" = now(), "history_due_at" = NULL, "contacts_due_at" = NULL
FROM "users" u WHERE u."id" = i."owner_id" AND NOT u."is_active";
UPDATE "webhook_endpoints" e SET "active" = false FROM "users" u WHERE u."id" = e."owner_id" AND NOT u."is_active";
UPDATE "webhook_deliveries" d SET "state" = 'failed', "last_answer" = 'A conta foi desativada.', "resume_at" = NULL
FROM "users" u WHERE u."id" = d."owner_id" AND NOT u."is_active" AND d."state" = 'waiting';
UPDATE "mails" m SET "failed_at" = now(), "sealed_link" = NULL
FROM "users" u WHERE u."id" = m."user_id" AND NOT u."is_active" AND m."sent_at" IS NULL AND m."failed_at" IS NULL;
UPDATE "campaign_runs" r SET "stop_at" = coalesce(r."stop_at", now())
FROM "users" u WHERE u."id" = r."owner_id" AND NOT u."is_active" AND r."status" IN ('pending', 'running');
UPDATE "campaigns" c SET "next_run_at" = NULL
FROM "users" u WHERE u."id" = c."owner_id" AND NOT u."is_active" AND c."next_run_at" IS NOT NULL;
UPDATE "searches" s SET "stop_at" = coalesce(s."stop_at", now())
FROM "users" u WHERE u."id" = s."owner_id" AND NOT u."is_active" AND s."status" = 'processing';
UPDATE "imports" i SET "stop_at" = coalesce(i."stop_at", now())
FROM "users" u WHERE u."id" = i."owner_id" AND NOT u."is_active" AND i."status" = 'processing';
UPDATE "message_media" m SET "state" = 'failed', "resume_at" = NULL
FROM "users" u WHERE u."id" = m."owner_id" AND NOT u."is_active" AND m."state" = 'pending';
