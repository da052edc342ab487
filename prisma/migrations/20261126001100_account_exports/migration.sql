-- An archive of all that an account holds: one at a time, and one that succeeds each day.
CREATE TABLE "account_exports" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "requested_on" DATE NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'processing',
  "progress" INTEGER NOT NULL DEFAULT 0,
  "bytes" BIGINT,
  "storage_key" TEXT,
  "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completed_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  "lease_no" INTEGER NOT NULL DEFAULT 0,
  "lease_until" TIMESTAMPTZ(3),
  "resume_at" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "account_exports_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "account_exports_status_check" CHECK ("status" IN ('processing', 'ready', 'error', 'expired')),
  CONSTRAINT "account_exports_progress_check" CHECK ("progress" BETWEEN 0 AND 100),
  CONSTRAINT "account_exports_file_check" CHECK (
    ("status" = 'ready') = ("storage_key" IS NOT NULL)
    AND ("status" <> 'ready' OR ("bytes" > 0 AND "completed_at" IS NOT NULL AND "expires_at" > "completed_at"))),
  CONSTRAINT "account_exports_attempts_check" CHECK ("attempts" BETWEEN 0 AND 8)
);
CREATE INDEX "account_exports_owner_id_id_idx" ON "account_exports"("owner_id", "id" DESC);
CREATE UNIQUE INDEX "account_exports_one_running" ON "account_exports"("owner_id") WHERE "status" = 'processing';
CREATE UNIQUE INDEX "account_exports_one_a_day" ON "account_exports"("owner_id", "requested_on") WHERE "status" <> 'error';
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Its file goes as those of messages do.
CREATE TRIGGER account_exports_file_deleted AFTER DELETE ON "account_exports"
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();
CREATE TRIGGER account_exports_file_released AFTER UPDATE OF storage_key ON "account_exports"
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();
