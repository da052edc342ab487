-- What a visit to the lead's own site found; null before one. What is known of its site follows from it: without a site
-- of its own there is nothing to visit.
ALTER TABLE "leads" ADD COLUMN "site_check" TEXT;
ALTER TABLE "leads" ADD CONSTRAINT "leads_site_check"
  CHECK ("site_check" IN ('broken', 'certificate', 'not_mobile', 'slow', 'fine'));
ALTER TABLE "leads" ADD COLUMN "site_verdict" TEXT GENERATED ALWAYS AS (
  CASE WHEN "website" IS NULL THEN 'none' WHEN "site_host" IS NULL THEN 'social' ELSE "site_check" END) VIRTUAL;
CREATE INDEX "leads_site_check_idx" ON "leads"("owner_id", "site_check", "id") WHERE "site_check" IS NOT NULL;

-- A verdict is of one site: another site has none yet.
CREATE FUNCTION forget_site_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.site_check := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER leads_forget_site_check BEFORE UPDATE OF website ON leads FOR EACH ROW
  WHEN (NEW.website IS DISTINCT FROM OLD.website AND NEW.site_check IS NOT DISTINCT FROM OLD.site_check)
  EXECUTE FUNCTION forget_site_check();
