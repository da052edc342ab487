-- Where an erasure did not look, and by which doors a person still came back.

-- The keys that the person's conversations had before a number or an id was changed, and until when: later the number may be
-- somebody else's.
CREATE FUNCTION former_keys(owner integer, phones text[]) RETURNS TABLE ("phone_key" text, "until" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT c."moved_from", max(c."moved_at") FROM "conversations" c
  WHERE c."owner_id" = owner AND (c."phone_key" = ANY (phones) OR c."chat_id" = ANY (phones))
    AND c."moved_from" IS NOT NULL AND NOT c."moved_from" = ANY (phones)
  GROUP BY 1
$$;
CREATE FUNCTION was_before(key text, at timestamptz, former text[], untils timestamptz[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT key = ANY (former) AND at < untils[array_position(former, key)]
$$;
CREATE FUNCTION recipients_of_former(owner integer, phones text[]) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  SELECT r."id" FROM former_keys(owner, phones) AS k
  JOIN "campaign_recipients" r ON r."owner_id" = owner AND r."phone_key" = k."phone_key"
  JOIN "campaign_runs" u ON u."id" = r."run_id"
  WHERE coalesce(r."claimed_at", r."settled_at", u."created_at") < k."until"
$$;

-- What is said and planned: at most `batch` messages at once. `more` is true while some are left.
CREATE OR REPLACE FUNCTION erase_talk(owner integer, phones text[], batch integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer; f integer; chats integer[]; named integer[];
  former text[]; untils timestamptz[];
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
  DELETE FROM "contact_identities" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."chat_id" = ANY (phones));
  DELETE FROM "whatsapp_contacts" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."jid" = ANY (phones));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN jsonb_build_object('counts', counts || jsonb_build_object('address_book', n), 'more', false);
END $$;

-- What is kept of what the person was in: for undoing, for repeating, for looking at.
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
    SELECT jsonb_agg(CASE WHEN r."row"::text ~* mentions THEN jsonb_build_array(r."row"->0, '[]'::jsonb) ELSE r."row" END
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
  -- A card of the person that somebody else sent.
  UPDATE "messages" m SET "details" = NULL WHERE m."owner_id" = owner AND m."details" IS NOT NULL AND m."details"::text ~* mentions;
  UPDATE "privacy_requests" r SET "note" = NULL WHERE r."owner_id" = owner AND r."note" ~* mentions;
  RETURN counts;
END $$;

-- An archive of the account holds whoever was erased since it was begun.
ALTER TABLE "account_exports" ADD COLUMN "outdated" BOOLEAN NOT NULL DEFAULT false;
CREATE FUNCTION outdate_archives(owner integer) RETURNS void LANGUAGE sql AS $$
  UPDATE "account_exports" x SET "status" = 'error', "outdated" = true, "storage_key" = NULL, "lease_until" = NULL,
    "lease_no" = x."lease_no" + 1, "completed_at" = coalesce(x."completed_at", now())
  WHERE x."owner_id" = owner AND x."status" IN ('ready', 'processing')
$$;
-- Who was erased is not noted as whom a conversation was with before.
CREATE TRIGGER "conversations_refuse_erased_move" BEFORE INSERT OR UPDATE OF "moved_from" ON "conversations"
  FOR EACH ROW WHEN (NEW."moved_from" IS NOT NULL) EXECUTE FUNCTION keep_erased_out('refuse', 'moved_from');

-- A value of an own field that is an erased person's number, e-mail or CNPJ is left out.
CREATE FUNCTION skip_erased_value() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id",
       ARRAY[typed_phone_key(NEW."text"), CASE WHEN NEW."text" ~ '^\s*\+' THEN regexp_replace(NEW."text", '\D', '', 'g') END],
       ARRAY[NEW."text"], ARRAY[upper(regexp_replace(NEW."text", '[./\s-]', '', 'g'))]) IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "lead_values_skip_erased" BEFORE INSERT OR UPDATE OF "text" ON "lead_values"
  FOR EACH ROW WHEN (NEW."text" IS NOT NULL) EXECUTE FUNCTION skip_erased_value();
