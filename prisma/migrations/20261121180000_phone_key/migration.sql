-- One name for the key of a number, in leads as everywhere else.

ALTER TABLE "leads" RENAME COLUMN "whatsapp_key" TO "phone_key";
ALTER TABLE "leads" RENAME CONSTRAINT "leads_whatsapp_key_check" TO "leads_phone_key_check";
ALTER INDEX "leads_owner_whatsapp_key" RENAME TO "leads_owner_phone_key";

CREATE OR REPLACE FUNCTION note_updated_leads() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  owner integer;
  ids integer[];
BEGIN
  FOR owner, ids IN
    SELECT n."owner_id", array_agg(n."id") FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE (o."name", o."phone", o."whatsapp", o."phone_key", o."email", o."website", o."cnpj", o."obs", o."source", o."created_at")
      IS DISTINCT FROM
          (n."name", n."phone", n."whatsapp", n."phone_key", n."email", n."website", n."cnpj", n."obs", n."source", n."created_at")
    GROUP BY n."owner_id"
  LOOP
    DELETE FROM "lead_search" WHERE "part" = lead_search_part(owner) AND "owner_id" = owner AND "id" = ANY(ids);
    INSERT INTO "lead_search" SELECT (lead_search_row(ROW(n.*)::"leads")).* FROM after AS n WHERE n."id" = ANY(ids);
  END LOOP;
  RETURN NULL;
END $$;
