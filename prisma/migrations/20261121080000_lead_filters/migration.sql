-- DropIndex
DROP INDEX "leads_owner_id_status_id_idx";

-- DropIndex
DROP INDEX "leads_owner_id_city_id_idx";

-- DropIndex
DROP INDEX "leads_owner_id_source_created_at_idx";

-- What Prisma's schema cannot say.

-- Each answers its filter together with the ones beside it: the newest leads are counted and found in the index alone.
CREATE INDEX "leads_status_idx" ON "leads" ("owner_id", "status", "id") INCLUDE ("created_at", "city", "source");
CREATE INDEX "leads_city_idx" ON "leads" ("owner_id", "city", "id") INCLUDE ("created_at", "source");
CREATE INDEX "leads_source_idx" ON "leads" ("owner_id", "source", "created_at") INCLUDE ("id");
