-- What the registry says of a lead's company when it is not active.
ALTER TABLE "leads" ADD COLUMN "company_status" TEXT;
ALTER TABLE "leads" ADD CONSTRAINT "leads_company_status_check"
  CHECK ("company_status" IN ('nula', 'suspensa', 'inapta', 'baixada'));
