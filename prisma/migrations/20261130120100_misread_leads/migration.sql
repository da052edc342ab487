-- A filter shows them, and a duty looks for those that can be mended.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leads_misread_idx" ON "leads" ("owner_id", "phone_key") WHERE is_misread_number("phone_key");
