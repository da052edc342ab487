-- What leads of one company have in common; their numbers, CNPJs and sites have indexes already.

-- The key of a telephone as a person typed it, as toPhoneKey makes it; null for what is no Brazilian number alone.
CREATE FUNCTION typed_phone_key(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  digits text;
BEGIN
  IF typed !~ '^[\d\s()+.-]{8,40}$' THEN RETURN NULL; END IF;
  digits := regexp_replace(typed, '\D', '', 'g');
  IF digits !~ '^(55|0)?[1-9]{2}(9\d{8}|[2-9]\d{7})$' THEN RETURN NULL; END IF;
  digits := right(digits, CASE WHEN right(digits, 11) ~ '^[1-9]{2}9\d{8}$' AND length(digits) IN (11, 12, 13)
                                 AND NOT (length(digits) = 12 AND digits LIKE '55%') THEN 11 ELSE 10 END);
  RETURN '55' || regexp_replace(digits, '^(..)9([6-9]\d{7})$', '\1\2');
END $$;

CREATE INDEX "leads_typed_phone_idx" ON "leads" ("owner_id", typed_phone_key("phone"), "id")
  WHERE typed_phone_key("phone") IS NOT NULL;
CREATE INDEX "leads_email_key_idx" ON "leads" ("owner_id", lower("email") COLLATE "C", "id") WHERE "email" IS NOT NULL;
CREATE INDEX "leads_cnpj_root_idx" ON "leads" ("owner_id", left("cnpj", 8) COLLATE "C", "id") WHERE "cnpj" IS NOT NULL;
CREATE INDEX "leads_name_city_idx" ON "leads"
  ("owner_id", (left(search_form("name"), 120) || '|' || left(search_form("city"), 60)) COLLATE "C", "id")
  WHERE "city" IS NOT NULL;
