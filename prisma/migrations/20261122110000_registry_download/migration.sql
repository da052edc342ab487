-- How far the download of a month is, in bytes, and when it was whole: the time since then tells how fast the rest goes.
ALTER TABLE "registry_imports"
  ADD COLUMN "downloaded" BIGINT,
  ADD COLUMN "download_size" BIGINT,
  ADD COLUMN "downloaded_at" TIMESTAMPTZ(3);
