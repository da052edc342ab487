-- What was seen while a file was read.
ALTER TABLE "imports" ADD COLUMN "reading" JSONB NOT NULL DEFAULT '{}';
