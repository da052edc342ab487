ALTER TABLE "billings" ADD COLUMN "debit" TEXT;
