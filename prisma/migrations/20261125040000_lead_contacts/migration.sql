-- The main contact of a lead has the lead's own number, telephone and e-mail: its name and what it does there.
ALTER TABLE "leads" ADD COLUMN "contact_name" TEXT, ADD COLUMN "contact_role" TEXT;

-- Whom else a company can be reached through.
CREATE TABLE "lead_contacts" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "lead_id" INTEGER NOT NULL,
    "name" TEXT,
    "role" TEXT,
    "phone" TEXT,
    "whatsapp" TEXT,
    "phone_key" TEXT,
    "email" TEXT,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_contacts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "lead_contacts_value_check" CHECK (coalesce("name", "phone", "whatsapp", "email") IS NOT NULL),
    CONSTRAINT "lead_contacts_phone_key_check" CHECK (("whatsapp" IS NULL) = ("phone_key" IS NULL))
);
ALTER TABLE "lead_contacts" ADD CONSTRAINT "lead_contacts_owner_id_lead_id_fkey"
  FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "lead_contacts_owner_id_lead_id_id_idx" ON "lead_contacts" ("owner_id", "lead_id", "id");
-- Whose number somebody writes from.
CREATE INDEX "lead_contacts_owner_id_phone_key_idx" ON "lead_contacts" ("owner_id", "phone_key", "lead_id") WHERE "phone_key" IS NOT NULL;
-- One contact of a lead for each number; without one for each e-mail, and without both for each telephone.
CREATE UNIQUE INDEX "lead_contacts_phone_key_key" ON "lead_contacts" ("lead_id", "phone_key") WHERE "phone_key" IS NOT NULL;
CREATE UNIQUE INDEX "lead_contacts_email_key" ON "lead_contacts" ("lead_id", lower("email"))
  WHERE "phone_key" IS NULL AND "email" IS NOT NULL;
CREATE UNIQUE INDEX "lead_contacts_telephone_key" ON "lead_contacts" ("lead_id", coalesce(typed_phone_key("phone"), "phone"))
  WHERE "phone_key" IS NULL AND "email" IS NULL AND "phone" IS NOT NULL;

-- They come back with their lead, from a deletion and from a merge.
ALTER TABLE "deleted_leads" ADD COLUMN "contacts" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "merged_leads" ADD COLUMN "contacts" JSONB NOT NULL DEFAULT '[]';

-- Leads are found by their other contacts, too. `others` is what those are found by.
CREATE FUNCTION lead_search_row(lead "leads", others text) RETURNS "lead_search"
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ROW(
    lead_search_part(lead."owner_id"), lead."owner_id", lead."id", lead."created_at", lead."source", lead."name_key",
    search_form(concat_ws(' ', lead."name", lead."phone", lead."whatsapp", lead."email", lead."website", lead."cnpj",
                          lead."obs", lead."phone_key", translate(lead."phone", ' ()-+./', ''), lead."contact_name", others))
  )::"lead_search";
CREATE FUNCTION lead_contact_words(contact "lead_contacts") RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN concat_ws(' ', contact."name", contact."phone", contact."whatsapp", contact."phone_key", contact."email",
                   translate(contact."phone", ' ()-+./', ''));
CREATE FUNCTION lead_other_words(owner integer, lead integer) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT string_agg(lead_contact_words(c), ' ' ORDER BY c."id") FROM "lead_contacts" AS c
          WHERE c."owner_id" = owner AND c."lead_id" = lead);
CREATE OR REPLACE FUNCTION lead_search_row(lead "leads") RETURNS "lead_search"
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN lead_search_row(lead, lead_other_words(lead."owner_id", lead."id"));

-- A lead that was just inserted has no other contacts yet.
CREATE OR REPLACE FUNCTION note_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "lead_search" SELECT (lead_search_row(ROW(i.*)::"leads", NULL)).* FROM inserted AS i;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_updated_leads() RETURNS trigger LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  owner integer;
  ids integer[];
BEGIN
  FOR owner, ids IN
    SELECT n."owner_id", array_agg(n."id") FROM before AS o JOIN after AS n ON n."id" = o."id"
    WHERE (o."name", o."phone", o."whatsapp", o."phone_key", o."email", o."website", o."cnpj", o."obs", o."source", o."created_at",
           o."contact_name")
      IS DISTINCT FROM
          (n."name", n."phone", n."whatsapp", n."phone_key", n."email", n."website", n."cnpj", n."obs", n."source", n."created_at",
           n."contact_name")
    GROUP BY n."owner_id"
  LOOP
    DELETE FROM "lead_search" WHERE "part" = lead_search_part(owner) AND "owner_id" = owner AND "id" = ANY(ids);
    INSERT INTO "lead_search"
    SELECT (lead_search_row(ROW(n.*)::"leads", (
      SELECT string_agg(lead_contact_words(c), ' ' ORDER BY c."id") FROM "lead_contacts" AS c
      WHERE c."owner_id" = n."owner_id" AND c."lead_id" = n."id"))).*
    FROM after AS n WHERE n."id" = ANY(ids);
  END LOOP;
  RETURN NULL;
END $$;

-- The leads of these contacts, as they are found now; of one that is gone nothing is kept. Two writers of one lead's
-- contacts hold its row: the later one sees what the earlier one wrote.
CREATE FUNCTION note_contacts_of(owner integer, ids integer[]) RETURNS void LANGUAGE sql
  SET plan_cache_mode = force_custom_plan AS $$
  UPDATE "lead_search" AS s SET "search_text" = (lead_search_row(l)).search_text
  FROM "leads" AS l
  WHERE s."part" = lead_search_part(owner) AND s."owner_id" = owner AND s."id" = ANY(ids)
    AND l."owner_id" = owner AND l."id" = s."id"
$$;
CREATE FUNCTION note_new_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids FROM after GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;
CREATE FUNCTION note_old_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids FROM before GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;
CREATE FUNCTION note_changed_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_contacts_of(g.owner_id, g.ids)
  FROM (SELECT "owner_id", array_agg(DISTINCT "lead_id") AS ids
        FROM (SELECT "owner_id", "lead_id" FROM before UNION SELECT "owner_id", "lead_id" FROM after) AS changed
        GROUP BY "owner_id") AS g;
  RETURN NULL;
END $$;
CREATE TRIGGER "lead_contacts_note_inserted" AFTER INSERT ON "lead_contacts"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_new_contacts();
CREATE TRIGGER "lead_contacts_note_deleted" AFTER DELETE ON "lead_contacts"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_old_contacts();
CREATE TRIGGER "lead_contacts_note_updated" AFTER UPDATE ON "lead_contacts"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_contacts();
