-- A duty looks for those that can be mended.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "opt_outs_misread_idx" ON "opt_outs" ("owner_id", "phone_key") WHERE is_misread_number("phone_key");
