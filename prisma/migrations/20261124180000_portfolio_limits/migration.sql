-- How many people Meta lets a business write to first within 24 hours, as it was told last. Numbers of one business account
-- share it, whoever connected them: the row is locked while a message to somebody new is claimed.
CREATE TABLE "portfolio_limits" (
  "account_ref" TEXT NOT NULL,
  "daily_limit" INTEGER CHECK ("daily_limit" > 0),
  "told_at" TIMESTAMPTZ(3),
  "asked_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "portfolio_limits_pkey" PRIMARY KEY ("account_ref"),
  CONSTRAINT "portfolio_limits_told_check" CHECK ("told_at" IS NOT NULL OR "daily_limit" IS NULL)
);
