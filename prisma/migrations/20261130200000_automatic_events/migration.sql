-- What an event is about, as "campaign 12", "search 5", "import 3" or "list 7"; "automatic" for what a machine answered;
-- otherwise empty.
CREATE OR REPLACE FUNCTION event_subject(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN metadata ->> 'activity_id' ~ '^\d{1,9}$' THEN 'campaign ' || (metadata ->> 'activity_id')
    WHEN metadata ->> 'search_id' ~ '^\d{1,9}$' THEN 'search ' || (metadata ->> 'search_id')
    WHEN metadata ->> 'import_id' ~ '^\d{1,9}$' THEN 'import ' || (metadata ->> 'import_id')
    WHEN metadata ->> 'list_id' ~ '^\d{1,9}$' THEN 'list ' || (metadata ->> 'list_id')
    WHEN metadata ->> 'automatic' = 'true' THEN 'automatic'
    ELSE '' END
$$;
