-- Two things that an erasure left as they should not be. A row of a file that is still to be imported: it is one without
-- cells now, of which its reader is told why; as anything else it ended the whole import. And, further down, what the
-- phone keeps under the person's number.
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

CREATE OR REPLACE FUNCTION erase_talk(owner integer, phones text[], batch integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer; f integer; chats integer[]; named integer[];
  former text[]; untils timestamptz[]; lids text[];
BEGIN
  SELECT coalesce(array_agg(k."phone_key"), '{}'), coalesce(array_agg(k."until"), '{}') INTO former, untils FROM former_keys(owner, phones) AS k;
  named := ARRAY(SELECT r."id" FROM "campaign_recipients" r WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones)
                 UNION SELECT recipients_of_former(owner, phones));
  -- In the order of what stores outcomes and answers.
  UPDATE "campaign_recipients" r SET
    "state" = CASE WHEN r."state" = 'pending' THEN 'skipped' ELSE r."state" END,
    "cause" = CASE WHEN r."state" = 'pending' THEN 'erased' ELSE r."cause" END,
    "settled_at" = coalesce(r."settled_at", now()),
    "detail" = CASE WHEN r."state" = 'pending' THEN 'Dados apagados a pedido da pessoa' ELSE r."detail" END,
    "phone_key" = 'erased ' || r."id", "number" = '', "text" = NULL, "lead_id" = NULL
  WHERE r."owner_id" = owner AND r."id" = ANY (named) AND r."state" <> 'sending';
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := jsonb_build_object('recipients', n);
  chats := ARRAY(SELECT c."id" FROM "conversations" c WHERE c."owner_id" = owner
                   AND (c."phone_key" = ANY (phones) OR c."chat_id" = ANY (phones)) ORDER BY c."id" FOR UPDATE);
  DELETE FROM "scheduled_messages" s WHERE s."owner_id" = owner
    AND (s."phone_key" = ANY (phones) OR s."chat_id" = ANY (phones) OR s."conversation_id" = ANY (chats));
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('scheduled', n);

  SELECT count(*) INTO f FROM "message_media" x WHERE x."message_id" IN (
    SELECT m."id" FROM "messages" m WHERE m."owner_id" = owner AND m."conversation_id" = ANY (chats) ORDER BY m."id" LIMIT batch);
  DELETE FROM "messages" m WHERE m."id" IN (
    SELECT m."id" FROM "messages" m WHERE m."owner_id" = owner AND m."conversation_id" = ANY (chats) ORDER BY m."id" LIMIT batch);
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('messages', m, 'files', f);
  IF m = batch THEN RETURN jsonb_build_object('counts', counts, 'more', true); END IF;

  DELETE FROM "conversations" c WHERE c."owner_id" = owner AND c."id" = ANY (chats);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('conversations', n);
  DELETE FROM "message_reactions" r WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones);
  DELETE FROM "early_changes" e USING "whatsapp_instances" i
  WHERE i."id" = e."instance_id" AND i."owner_id" = owner AND e."phone_key" = ANY (phones);
  DELETE FROM "opt_out_reviews" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."said_at", former, untils));
  DELETE FROM "opt_out_events" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."created_at", former, untils));
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "opt_outs" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."said_at", former, untils));
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('opt_outs', n + m);
  DELETE FROM "opt_ins" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."recorded_at", former, untils));
  DELETE FROM "checked_numbers" o WHERE o."owner_id" = owner
    AND (o."phone_key" = ANY (phones) OR was_before(o."phone_key", o."checked_at", former, untils));
  -- What the phone keeps for writing to the person is named after the number, or the id.
  lids := ARRAY(SELECT o."chat_id" FROM "contact_identities" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones));
  DELETE FROM "whatsapp_auth_keys" k WHERE k."owner_id" = owner
    AND k."type" IN ('session', 'identity-key', 'sender-key', 'sender-key-memory', 'device-list', 'lid-mapping', 'tctoken')
    AND EXISTS (SELECT 1 FROM regexp_matches(k."key_id", '\d{8,20}', 'g') AS found (digits)
                WHERE digits[1] = ANY (phones) OR typed_phone_key(digits[1]) = ANY (phones)
                  OR digits[1] || '@lid' = ANY (phones || lids) OR digits[1] || '@s.whatsapp.net' = ANY (phones || lids));
  DELETE FROM "contact_identities" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."chat_id" = ANY (phones));
  DELETE FROM "whatsapp_contacts" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."jid" = ANY (phones));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN jsonb_build_object('counts', counts || jsonb_build_object('address_book', n), 'more', false);
END $$;
