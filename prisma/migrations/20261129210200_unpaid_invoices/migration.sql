-- The nightly comparison finds the few ended subscriptions that still have an unpaid invoice.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "billing_invoices_unpaid_idx" ON "billing_invoices" ("billing_id")
  WHERE "status" IN ('open', 'uncollectible');
