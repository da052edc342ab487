-- Why the next run of a planned campaign begins paused.
ALTER TABLE "campaigns" ADD COLUMN "pause_notice" TEXT;
-- The latest count that the store of files took: one that has none then is another store.
ALTER TABLE "installation" ADD COLUMN "stored_beat" INTEGER NOT NULL DEFAULT 0;
