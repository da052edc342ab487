ALTER TABLE "canned_answers"
  ADD COLUMN "file_name" TEXT,
  ADD COLUMN "mime" TEXT,
  ADD COLUMN "bytes" INTEGER,
  ADD COLUMN "storage_key" TEXT,
  ADD CONSTRAINT "canned_answers_file_check" CHECK (
    num_nulls("file_name", "mime", "bytes", "storage_key") IN (0, 4) AND "bytes" > 0 AND length("file_name") <= 200);

CREATE TRIGGER canned_answers_file_deleted AFTER DELETE ON "canned_answers"
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION note_media_removal();
CREATE TRIGGER canned_answers_file_released AFTER UPDATE OF storage_key ON "canned_answers"
  FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL AND OLD.storage_key IS DISTINCT FROM NEW.storage_key)
  EXECUTE FUNCTION note_media_removal();
