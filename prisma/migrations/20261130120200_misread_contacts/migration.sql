-- A duty looks for those that can be mended.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lead_contacts_misread_idx" ON "lead_contacts" ("owner_id", "phone_key") WHERE is_misread_number("phone_key");
