-- Leads by what their deals are worth: few of all are worth something.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_value_idx" ON "leads" ("owner_id", "value_cents", "id") INCLUDE ("created_at") WHERE "value_cents" IS NOT NULL;
