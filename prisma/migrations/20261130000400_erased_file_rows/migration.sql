-- An erased row of a file that is still to be imported is a row without cells, of which its reader is told why: as anything
-- else it ended the whole import.
CREATE OR REPLACE FUNCTION erase_copies(owner integer, phones text[], emails text[], cnpjs text[], mentions text)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer;
BEGIN
  -- Nobody is named by nothing, which as a pattern is in every text.
  IF mentions = '' THEN RETURN counts; END IF;
  PERFORM set_config('garimpo.erasing', 'on', true);
  WITH gone AS (
    DELETE FROM "deleted_leads" d WHERE d."owner_id" = owner
      AND lead_is_person(d."lead", d."contacts", phones, emails, cnpjs) RETURNING d."deletion_id"
  ), counted AS (
    UPDATE "lead_deletions" x SET "leads" = greatest(x."leads" - g."gone", 0)
    FROM (SELECT "deletion_id", count(*)::int AS gone FROM gone GROUP BY 1) AS g
    WHERE x."owner_id" = owner AND x."id" = g."deletion_id"
  ) SELECT count(*) INTO n FROM gone;
  counts := jsonb_build_object('deleted_leads', n);

  -- A merge that the person was in cannot be undone any more.
  WITH named AS (
    SELECT x."merge_id" AS id FROM "merged_leads" x WHERE x."owner_id" = owner
      AND (x."phone_key" = ANY (phones) OR lead_is_person(x."lead", x."contacts", phones, emails, cnpjs))
    UNION
    SELECT x."id" FROM "lead_merges" x WHERE x."owner_id" = owner
      AND (lead_is_person(x."survivor_before", NULL, phones, emails, cnpjs)
           OR lead_is_person(x."survivor_after", NULL, phones, emails, cnpjs) OR x."parts"::text ~* mentions)
  ), forgotten AS (
    UPDATE "merged_leads" x SET "lead" = NULL, "phone_key" = NULL, "list_ids" = '{}', "tag_ids" = '{}', "own_values" = '[]',
      "contacts" = '[]'
    FROM named WHERE x."owner_id" = owner AND x."merge_id" = named."id"
  ), told AS (
    UPDATE "events" e SET "metadata" = e."metadata" - 'detail'
    FROM named JOIN "lead_merges" x ON x."owner_id" = owner AND x."id" = named."id"
    WHERE e."owner_id" = owner AND e."event_type" = 'lead_merged' AND e."metadata"->>'lead_id' = x."survivor_id"::text
  ), emptied AS (
    UPDATE "lead_merges" x SET "survivor_before" = NULL, "survivor_after" = NULL, "parts" = NULL,
      "names" = array_fill('Apagado'::text, ARRAY[cardinality(x."names")])
    FROM named WHERE x."owner_id" = owner AND x."id" = named."id" RETURNING 1
  ) SELECT count(*) INTO n FROM emptied;
  counts := counts || jsonb_build_object('merges', n);

  -- What was edited on leads whatever the person is on them by now, and what their own fields say.
  DELETE FROM "lead_events" e USING "leads" l WHERE l."owner_id" = owner AND e."lead_id" = l."id" AND e."owner_id" = owner
    AND e."changes" IS NOT NULL AND e."changes"::text ~* mentions
    AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(e."changes") AS c WHERE c::text !~* mentions);
  GET DIAGNOSTICS n = ROW_COUNT;
  UPDATE "lead_events" e SET "changes" = (
    SELECT jsonb_agg(c) FROM jsonb_array_elements(e."changes") AS c WHERE c::text !~* mentions)
  FROM "leads" l WHERE l."owner_id" = owner AND e."lead_id" = l."id" AND e."owner_id" = owner
    AND e."changes" IS NOT NULL AND e."changes"::text ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('events', n + m);
  DELETE FROM "lead_values" v USING "leads" l WHERE l."owner_id" = owner AND v."lead_id" = l."id" AND v."owner_id" = owner
    AND v."text" ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('contacts', m);

  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{fields}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'fields') AS f WHERE f::text !~* mentions), '[]'))
  WHERE c."owner_id" = owner AND c."changed"->>'fields' ~* mentions;
  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{own}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'own') AS f WHERE f::text !~* mentions), '[]'))
  WHERE c."owner_id" = owner AND c."changed"->>'own' ~* mentions;
  UPDATE "import_refusals" r SET "cells" = '{}', "reason" = 'Os dados desta pessoa foram apagados a pedido dela.'
  WHERE r."owner_id" = owner AND (array_to_string(r."cells", ' ; ') ~* mentions OR r."reason" ~* mentions);
  GET DIAGNOSTICS n = ROW_COUNT;
  UPDATE "import_chunks" c SET "rows" = (
    SELECT jsonb_agg(CASE WHEN r."row"::text ~* mentions THEN jsonb_build_object('line', r."row"->'line', 'cells', '[]'::jsonb,
                       'broken', 'Os dados desta pessoa foram apagados a pedido dela.') ELSE r."row" END
                     ORDER BY r."place")::text
    FROM jsonb_array_elements(c."rows"::jsonb) WITH ORDINALITY AS r("row", "place"))
  WHERE c."owner_id" = owner AND c."rows" ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('import_rows', n + m);

  DELETE FROM "search_results" r WHERE r."owner_id" = owner
    AND (contact_is_person(r."place", phones, emails) OR contact_is_person(r."company", phones, emails)
         OR coalesce(r."place"::text, '') ~* mentions OR coalesce(r."company"::text, '') ~* mentions);
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "radar_findings" r WHERE r."owner_id" = owner
    AND (r."key" = ANY (cnpjs) OR typed_phone_key(r."phone") = ANY (phones));
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('findings', n + m);

  DELETE FROM "webhook_deliveries" d WHERE d."owner_id" = owner AND d."payload" ~* mentions;
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "webhook_dead_letters" d WHERE d."owner_id" = owner AND d."item" ~* mentions;
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('deliveries', n + m);
  -- Sealed, so that nobody can tell in which the person is: all are kept for a day alone, and then only their answers go.
  UPDATE "idempotency_keys" k SET "sealed_answer" = NULL WHERE k."owner_id" = owner AND k."sealed_answer" IS NOT NULL;
  DELETE FROM "company_denials" x WHERE x."owner_id" = owner AND x."cnpj" = ANY (cnpjs);
  UPDATE "deleted_leads" d SET "denied_cnpjs" = ARRAY(SELECT c FROM unnest(d."denied_cnpjs") AS c WHERE NOT c = ANY (cnpjs))
  WHERE d."owner_id" = owner AND d."denied_cnpjs" && cnpjs;
  -- A card of the person that somebody else sent.
  UPDATE "messages" m SET "details" = NULL WHERE m."owner_id" = owner AND m."details" IS NOT NULL AND m."details"::text ~* mentions;
  UPDATE "privacy_requests" r SET "note" = NULL WHERE r."owner_id" = owner AND r."note" ~* mentions;
  RETURN counts;
END $$;

-- Those that were left before. Which line each stood in is not known any more: about where it is in the file.
UPDATE "import_chunks" c SET "rows" = (
  SELECT jsonb_agg(CASE WHEN jsonb_typeof(r."row") = 'array' THEN jsonb_build_object('line', c."first_row" + r."place" + 1,
                     'cells', '[]'::jsonb, 'broken', 'Os dados desta pessoa foram apagados a pedido dela.') ELSE r."row" END
                   ORDER BY r."place")::text
  FROM jsonb_array_elements(c."rows"::jsonb) WITH ORDINALITY AS r("row", "place"))
WHERE c."rows" LIKE '%[null, []]%';
