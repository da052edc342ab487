-- A month older than the one that is served is imported only when that was asked for.
ALTER TABLE "registry_imports" ADD COLUMN "allow_older" BOOLEAN NOT NULL DEFAULT false;
-- Establishments whose municipality is of another state than theirs; null until they were counted.
ALTER TABLE "registry_imports" ADD COLUMN "misplaced" BIGINT;
