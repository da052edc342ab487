-- The file of a message, and the work of fetching it.
CREATE TABLE "message_media" (
  "id" SERIAL NOT NULL,
  "owner_id" INTEGER NOT NULL,
  "message_id" INTEGER NOT NULL,
  "state" TEXT NOT NULL,
  "mime" TEXT,
  "bytes" INTEGER,
  "file_name" TEXT,
  "seconds" INTEGER,
  "width" INTEGER,
  "height" INTEGER,
  "source" JSONB,
  "storage_key" TEXT,
  "stored_at" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "lease_no" INTEGER NOT NULL DEFAULT 0,
  "lease_until" TIMESTAMPTZ(3),
  "resume_at" TIMESTAMPTZ(3),
  CONSTRAINT "message_media_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "message_media_state_check" CHECK ("state" IN ('remote', 'pending', 'stored', 'failed', 'too_big', 'expired')),
  CONSTRAINT "message_media_stored_check" CHECK (("state" = 'stored') = ("storage_key" IS NOT NULL)),
  CONSTRAINT "message_media_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "message_media_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "message_media_message_id_key" ON "message_media"("message_id");
CREATE INDEX "message_media_owner_id_idx" ON "message_media"("owner_id");
CREATE INDEX "message_media_pending_idx" ON "message_media"("owner_id", "id") WHERE "state" = 'pending';
CREATE INDEX "message_media_stored_at_idx" ON "message_media"("stored_at") WHERE "state" = 'stored';

-- Files that no row names any more, or that no row names yet.
CREATE TABLE "media_removals" (
  "storage_key" TEXT NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "media_removals_pkey" PRIMARY KEY ("storage_key")
);
CREATE INDEX "media_removals_due_at_idx" ON "media_removals"("due_at");

-- Whatever deletes a row, a cascade from its user too, leaves its file to be removed.
CREATE FUNCTION note_media_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removals (storage_key) VALUES (OLD.storage_key) ON CONFLICT (storage_key) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER message_media_deleted AFTER DELETE ON "message_media"
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();
CREATE TRIGGER message_media_released AFTER UPDATE OF storage_key ON "message_media"
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();
