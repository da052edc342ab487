-- What a duty deleted because it was kept long enough.
ALTER TABLE "duty_runs"
  ADD COLUMN "last_trimmed" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "trimmed" BIGINT NOT NULL DEFAULT 0;
