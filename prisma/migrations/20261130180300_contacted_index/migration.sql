-- Leads by their first message.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_contacted_idx" ON "leads" ("owner_id", "contacted_at", "id") WHERE "contacted_at" IS NOT NULL;
