-- DropIndex
DROP INDEX "leads_owner_id_status_id_idx";

-- DropIndex
DROP INDEX "leads_owner_id_city_id_idx";

-- DropIndex
DROP INDEX "leads_owner_id_source_created_at_idx";

-- What Prisma's schema cannot say.

-- Id and day stand side by side in each, so that the newest leads of a filter are counted and found in its index alone.
CREATE INDEX "leads_status_idx" ON "leads" ("owner_id", "status", "id") INCLUDE ("created_at");
CREATE INDEX "leads_city_idx" ON "leads" ("owner_id", "city", "id") INCLUDE ("created_at");
CREATE INDEX "leads_source_idx" ON "leads" ("owner_id", "source", "created_at") INCLUDE ("id");
