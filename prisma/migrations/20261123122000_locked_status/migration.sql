-- A lead whose number is blocked stays 'opted_out' whoever sets another status: a person, an import, a campaign. It
-- changes once the number is unblocked, or is another one.
CREATE FUNCTION keep_opted_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "opt_outs" WHERE "owner_id" = NEW."owner_id" AND "phone_key" = NEW."phone_key") THEN
    NEW."status" := 'opted_out';
    NEW."status_by" := OLD."status_by";
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "leads_keep_opted_out" BEFORE UPDATE OF "status" ON "leads"
  FOR EACH ROW WHEN (OLD."status" = 'opted_out' AND NEW."status" <> 'opted_out')
  EXECUTE FUNCTION keep_opted_out();
