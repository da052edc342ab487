-- The latest customer of an account is the one that buys.
ALTER TABLE "billing_customers" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
