-- Since when the provider does not know a subscription that it knew: nearly always our key is another account's.
ALTER TABLE "billings" ADD COLUMN "unknown_since" TIMESTAMPTZ(3);
-- Whether the provider is known to have had what an order ends: not finding it then is no success.
ALTER TABLE "billing_orders" ADD COLUMN "is_known" BOOLEAN NOT NULL DEFAULT true;
