-- What leads of one company have in common; their numbers, CNPJs and sites have indexes already.

-- The key of a telephone as a person typed it, as toPhoneKey makes it; null for what is no Brazilian number alone.
CREATE FUNCTION typed_phone_key(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  digits text;
BEGIN
  IF typed !~ '^[\d\s()+.-]{8,40}$' THEN RETURN NULL; END IF;
  digits := regexp_replace(typed, '\D', '', 'g');
  -- A plus marks the country code: +34 912 345 678 is Madrid.
  IF typed ~ '^[\s(]*\+' AND digits !~ '^55\d{10,11}$' THEN RETURN NULL; END IF;
  IF digits !~ '^(55|0)?[1-9]{2}(9\d{8}|[2-9]\d{7})$' THEN RETURN NULL; END IF;
  digits := right(digits, CASE WHEN right(digits, 11) ~ '^[1-9]{2}9\d{8}$' AND length(digits) IN (11, 12, 13)
                                 AND NOT (length(digits) = 12 AND digits LIKE '55%') THEN 11 ELSE 10 END);
  RETURN '55' || regexp_replace(digits, '^(..)9([6-9]\d{7})$', '\1\2');
END $$;

-- Columns, not expressions of indexes: only columns are read from an index alone. Keys are bounded, so that an index can
-- hold them.
ALTER TABLE "leads"
  ADD COLUMN "typed_phone_key" text GENERATED ALWAYS AS (typed_phone_key("phone")) STORED,
  ADD COLUMN "email_key" text COLLATE "C" GENERATED ALWAYS AS (left(lower("email"), 200)) STORED,
  ADD COLUMN "cnpj_root" text COLLATE "C" GENERATED ALWAYS AS (left("cnpj", 8)) STORED,
  ADD COLUMN "name_city_key" text COLLATE "C" GENERATED ALWAYS AS (
    left(search_form(left("name", 120)), 150) || '|' || left(search_form(left("city", 60)), 80)) STORED;
CREATE INDEX "leads_typed_phone_idx" ON "leads" ("owner_id", "typed_phone_key", "phone_key", "id") WHERE "typed_phone_key" IS NOT NULL;
CREATE INDEX "leads_email_key_idx" ON "leads" ("owner_id", "email_key", "id") WHERE "email_key" IS NOT NULL;
CREATE INDEX "leads_cnpj_root_idx" ON "leads" ("owner_id", "cnpj_root", "id") WHERE "cnpj_root" IS NOT NULL;
CREATE INDEX "leads_name_city_idx" ON "leads" ("owner_id", "name_city_key", "id") WHERE "name_city_key" IS NOT NULL;
