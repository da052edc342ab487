-- What tables are made with, before any of them: every other file comes after the schema.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A text as it is searched: unaccent() is only STABLE, so that SQL functions of it are never inlined, and a call of one
-- in PL/pgSQL is cheaper. The collation makes lower() the same whatever the database's locale.
CREATE FUNCTION search_form(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, value) COLLATE pg_c_utf8);
END $$;

-- Messages are found by the words they hold, each from its beginning, without regard to case and accents. One index for
-- all owners: the owner is its first column, and both conditions are answered inside it.
CREATE FUNCTION message_words(content text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN to_tsvector('pg_catalog.simple'::regconfig, public.search_form(left(content, 8000)));
END $$;

-- What a column is sorted by: short, folded, and stored, because an index-only scan knows columns and no expressions.
CREATE FUNCTION sort_form(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN left(lower(public.unaccent('public.unaccent'::regdictionary, left(value, 32)) COLLATE pg_c_utf8), 32);
END $$;

-- What an event is about, as "campaign 12", "search 5", "import 3" or "list 7"; "automatic" for what a machine answered;
-- otherwise empty.
CREATE FUNCTION event_subject(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN metadata ->> 'activity_id' ~ '^\d{1,9}$' THEN 'campaign ' || (metadata ->> 'activity_id')
    WHEN metadata ->> 'search_id' ~ '^\d{1,9}$' THEN 'search ' || (metadata ->> 'search_id')
    WHEN metadata ->> 'import_id' ~ '^\d{1,9}$' THEN 'import ' || (metadata ->> 'import_id')
    WHEN metadata ->> 'list_id' ~ '^\d{1,9}$' THEN 'list ' || (metadata ->> 'list_id')
    WHEN metadata ->> 'automatic' = 'true' THEN 'automatic'
    ELSE '' END
$$;

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

-- The shortest number between two places; null when there is none.
CREATE FUNCTION place_between(low numeric, high numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  middle numeric;
  digits integer := 0;
BEGIN
  IF low >= high THEN RETURN NULL; END IF;
  LOOP
    middle := round((low + high) * 0.5, digits);
    IF middle > low AND middle < high THEN RETURN middle; END IF;
    digits := digits + 1;
  END LOOP;
END $$;

-- A key, as the app makes it, of a number that nobody can have: one that begins with a 0, which no country's does, and
-- one of Brazil that is none.
CREATE FUNCTION is_misread_number(phone_key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT phone_key ~ '^0\d*$' OR (phone_key ~ '^55\d*$' AND phone_key !~ ('^55(?:'
    || '(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(?:9\d{8}|[2-9]\d{7})'
    || '|[3589]00\d{6,7}|(?:400\d|4020|300\d)\d{4})$'))
$$;
