-- Leads by state, and by town alone, whose states an index scan of PostgreSQL 18 skips through.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_place_idx" ON "leads" ("owner_id", "state", "city", "id") INCLUDE ("created_at", "source");
