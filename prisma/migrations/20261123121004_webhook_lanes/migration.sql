-- Addresses that answer at once have workers of their own; one that fails is tried ever more rarely.
ALTER TABLE "webhook_endpoints"
  ADD COLUMN "prompt" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "resume_at" TIMESTAMPTZ(3);
UPDATE "webhook_endpoints" e SET "prompt" = true
WHERE "failing_since" IS NULL
  AND EXISTS (SELECT 1 FROM "webhook_deliveries" d WHERE d."endpoint_id" = e."id" AND d."state" = 'delivered');
CREATE INDEX "webhook_deliveries_held_idx" ON "webhook_deliveries" ("owner_id")
  WHERE "state" = 'waiting' AND "lease_until" IS NOT NULL;
