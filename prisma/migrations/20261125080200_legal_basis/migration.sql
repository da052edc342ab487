-- Why the account may write to a campaign's recipients (LGPD, article 7); null: it did not say.
ALTER TABLE "campaigns" ADD COLUMN "legal_basis" TEXT;
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_legal_basis_check" CHECK ("legal_basis" IN
  ('legitimate_interest', 'consent', 'customer'));
