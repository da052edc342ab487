-- What a payment was made in: prices are in reais, and the provider may charge in another currency.
ALTER TABLE "billing_invoices" ADD COLUMN "currency" TEXT NOT NULL DEFAULT 'BRL';
