-- What an erasure does away with, table by table, in one place: each of these functions can be called again, and then
-- finds what is left. `mentions` is a pattern of every spelling of the person's keys.

-- Events are never changed, but for the names in them that an erasure takes out.
CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('garimpo.erasing', true) = 'on' AND to_jsonb(NEW) - 'metadata' = to_jsonb(OLD) - 'metadata' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Events are never changed.';
END $$;

-- The leads that a person's keys lead to: by the main contact, or the company itself.
CREATE FUNCTION leads_of_person(owner integer, phones text[], emails text[], cnpjs text[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."cnpj" = ANY (cnpjs)
$$;

CREATE FUNCTION contact_is_person(contact jsonb, phones text[], emails text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(contact->>'phone_key' = ANY (phones), false)
    OR coalesce(typed_phone_key(contact->>'phone') = ANY (phones), false)
    OR coalesce(lower(btrim(contact->>'email')) = ANY (emails), false)
$$;

-- A lead as JSON, with its contacts beside it.
CREATE FUNCTION lead_is_person(lead jsonb, contacts jsonb, phones text[], emails text[], cnpjs text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(contact_is_person(lead, phones, emails), false) OR coalesce(lead->>'cnpj' = ANY (cnpjs), false)
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(coalesce(contacts, '[]')) AS c WHERE contact_is_person(c, phones, emails))
$$;

-- The leads themselves: whole, or without the person where `whole` is false and it is not the company that was asked for.
CREATE FUNCTION erase_leads(owner integer, phones text[], emails text[], cnpjs text[], mentions text, whole boolean)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  main integer[]; gone integer[]; touched integer[]; others integer[];
  counts jsonb := '{}'; n integer; m integer;
BEGIN
  PERFORM set_config('garimpo.erasing', 'on', true);
  main := ARRAY(SELECT leads_of_person(owner, phones, emails, cnpjs));
  PERFORM 1 FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (main) ORDER BY l."id" FOR UPDATE;
  gone := ARRAY(SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (main)
                  AND (whole OR l."cnpj" = ANY (cnpjs)));
  others := ARRAY(SELECT DISTINCT k."lead_id" FROM "lead_contacts" k WHERE k."owner_id" = owner
                    AND contact_is_person(to_jsonb(k), phones, emails));

  SELECT count(*) INTO n FROM "notes" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (gone);
  SELECT count(*) INTO m FROM "tasks" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (gone);
  counts := jsonb_build_object('notes', n, 'tasks', m);

  DELETE FROM "lead_contacts" k WHERE k."owner_id" = owner AND contact_is_person(to_jsonb(k), phones, emails);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('contacts', n);

  UPDATE "leads" l SET "contact_name" = NULL, "contact_role" = NULL, "proprietario" = NULL, "evidence" = NULL,
    "whatsapp" = CASE WHEN l."phone_key" = ANY (phones) THEN NULL ELSE l."whatsapp" END,
    "phone_key" = CASE WHEN l."phone_key" = ANY (phones) THEN NULL ELSE l."phone_key" END,
    "phone" = CASE WHEN l."typed_phone_key" = ANY (phones) THEN NULL ELSE l."phone" END,
    "email" = CASE WHEN l."email_key" = ANY (emails) THEN NULL ELSE l."email" END,
    "obs" = CASE WHEN l."obs" ~* mentions THEN NULL ELSE l."obs" END, "ai_obs" = NULL, "updated_at" = now()
  WHERE l."owner_id" = owner AND l."id" = ANY (main) AND NOT l."id" = ANY (gone);
  GET DIAGNOSTICS m = ROW_COUNT;
  touched := ARRAY(SELECT unnest(main) EXCEPT SELECT unnest(gone)) || others;
  -- What was edited on these leads, and names the person or a contact.
  DELETE FROM "lead_events" e WHERE e."owner_id" = owner AND e."lead_id" = ANY (touched) AND e."changes" IS NOT NULL
    AND (e."changes"::text ~* mentions OR e."changes"::text ~ '"field": "(contact\.|contact_name|contact_role|proprietario|ai_obs)');
  DELETE FROM "notes" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (touched) AND x."text" ~* mentions;

  DELETE FROM "search_results" r WHERE r."owner_id" = owner AND r."lead_id" = ANY (gone);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('findings', n);
  UPDATE "events" e SET "metadata" = e."metadata" - 'name' - 'detail'
  WHERE e."owner_id" = owner AND e."metadata" ? 'name' AND e."metadata"->>'lead_id' = ANY (gone::text[]);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('events', n);
  DELETE FROM "webhook_deliveries" d WHERE d."owner_id" = owner
    AND substring(d."payload" FROM '"lead_id": ?(\d{1,10})') = ANY (gone::text[]);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('deliveries', n);
  UPDATE "campaign_recipients" r SET "lead_id" = NULL, "text" = NULL
  WHERE r."owner_id" = owner AND r."lead_id" = ANY (gone) AND r."state" <> 'sending';
  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{fields}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'fields') AS f
    WHERE NOT ((f->>'id')::int = ANY (main || others))), '[]'))
  WHERE c."owner_id" = owner AND EXISTS (
    SELECT 1 FROM jsonb_array_elements(c."changed"->'fields') AS f WHERE (f->>'id')::int = ANY (main || others));
  DELETE FROM "lead_merges" x WHERE x."owner_id" = owner AND x."survivor_id" = ANY (gone);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('merges', n);

  DELETE FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (gone);
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN counts || jsonb_build_object('leads', n + m);
END $$;

-- What is said and planned: at most `batch` messages at once. `more` is true while some are left.
CREATE FUNCTION erase_talk(owner integer, phones text[], batch integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer; f integer; chats integer[];
BEGIN
  -- In the order of what stores outcomes and answers.
  UPDATE "campaign_recipients" r SET
    "state" = CASE WHEN r."state" = 'pending' THEN 'skipped' ELSE r."state" END,
    "cause" = CASE WHEN r."state" = 'pending' THEN 'erased' ELSE r."cause" END,
    "settled_at" = coalesce(r."settled_at", now()),
    "detail" = CASE WHEN r."state" = 'pending' THEN 'Dados apagados a pedido da pessoa' ELSE r."detail" END,
    "phone_key" = 'erased ' || r."id", "number" = '', "text" = NULL, "lead_id" = NULL
  WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" <> 'sending';
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
  DELETE FROM "opt_out_reviews" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones);
  DELETE FROM "opt_out_events" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones);
  GET DIAGNOSTICS n = ROW_COUNT;
  DELETE FROM "opt_outs" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones);
  GET DIAGNOSTICS m = ROW_COUNT;
  counts := counts || jsonb_build_object('opt_outs', n + m);
  DELETE FROM "opt_ins" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones);
  DELETE FROM "checked_numbers" o WHERE o."owner_id" = owner AND o."phone_key" = ANY (phones);
  DELETE FROM "contact_identities" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."chat_id" = ANY (phones));
  DELETE FROM "whatsapp_contacts" o WHERE o."owner_id" = owner AND (o."phone_key" = ANY (phones) OR o."jid" = ANY (phones));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN jsonb_build_object('counts', counts || jsonb_build_object('address_book', n), 'more', false);
END $$;

-- What is kept of what the person was in: for undoing, for repeating, for looking at.
CREATE FUNCTION erase_copies(owner integer, phones text[], emails text[], cnpjs text[], mentions text)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  counts jsonb := '{}'; n integer; m integer;
BEGIN
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
  ), emptied AS (
    UPDATE "lead_merges" x SET "survivor_before" = NULL, "survivor_after" = NULL, "parts" = NULL,
      "names" = array_fill('Apagado'::text, ARRAY[cardinality(x."names")])
    FROM named WHERE x."owner_id" = owner AND x."id" = named."id" RETURNING 1
  ) SELECT count(*) INTO n FROM emptied;
  counts := counts || jsonb_build_object('merges', n);

  UPDATE "lead_changes" c SET "changed" = jsonb_set(c."changed", '{fields}', coalesce((
    SELECT jsonb_agg(f) FROM jsonb_array_elements(c."changed"->'fields') AS f WHERE f::text !~* mentions), '[]'))
  WHERE c."owner_id" = owner AND c."changed"->>'fields' ~* mentions;
  UPDATE "import_refusals" r SET "cells" = '{}'
  WHERE r."owner_id" = owner AND array_to_string(r."cells", ' ; ') ~* mentions;
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
  RETURN counts;
END $$;

-- The keys of a person in rows that were written before the person was erased: a restored database knows the hashes alone.
CREATE FUNCTION keys_of_erased(owner integer) RETURNS TABLE ("kind" text, "value" text, "hash" bytea) LANGUAGE sql VOLATILE AS $$
  WITH keys AS (
    SELECT 'phone' AS kind, unnest(ARRAY[l."phone_key", l."typed_phone_key"]) AS value FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'email', lower(btrim(l."email")) FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'cnpj', l."cnpj" FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[k."phone_key", typed_phone_key(k."phone")]) FROM "lead_contacts" k WHERE k."owner_id" = owner
    UNION SELECT 'email', lower(btrim(k."email")) FROM "lead_contacts" k WHERE k."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."chat_id"]) FROM "conversations" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."chat_id"]) FROM "contact_identities" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', c."phone_key" FROM "whatsapp_contacts" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', r."phone_key" FROM "campaign_recipients" r WHERE r."owner_id" = owner
    UNION SELECT 'phone', s."phone_key" FROM "scheduled_messages" s WHERE s."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_outs" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_out_events" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', d."lead"->>'phone_key' FROM "deleted_leads" d WHERE d."owner_id" = owner
    UNION SELECT 'email', lower(btrim(d."lead"->>'email')) FROM "deleted_leads" d WHERE d."owner_id" = owner
    UNION SELECT 'cnpj', d."lead"->>'cnpj' FROM "deleted_leads" d WHERE d."owner_id" = owner
    UNION SELECT 'phone', x."phone_key" FROM "merged_leads" x WHERE x."owner_id" = owner
  )
  SELECT k.kind, k.value, e."hash" FROM keys k
  JOIN "erased_keys" e ON e."owner_id" = owner AND e."hash" = erasure_hash(owner, k.kind, k.value)
  WHERE k.value <> ''
$$;

-- Nothing that waits goes out to these numbers any more.
CREATE FUNCTION stop_writing_to(owner integer, phones text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  n integer;
BEGIN
  UPDATE "campaign_recipients" r SET "state" = 'skipped', "cause" = 'erased', "detail" = 'Dados apagados a pedido da pessoa',
    "settled_at" = now()
  WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'pending';
  GET DIAGNOSTICS n = ROW_COUNT;
  UPDATE "scheduled_messages" s SET "state" = 'failed', "settled_at" = now(), "not_before" = NULL
  WHERE s."owner_id" = owner AND s."state" = 'scheduled'
    AND (s."phone_key" = ANY (phones) OR s."chat_id" = ANY (phones));
  RETURN n;
END $$;

-- Messages to these numbers whose outcome is not recorded yet.
CREATE FUNCTION count_sends_to(owner integer, phones text[]) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*) FROM "campaign_recipients" r
          WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'sending')::int
       + (SELECT count(*) FROM "conversations" c JOIN "messages" m ON m."conversation_id" = c."id"
          JOIN "sends" s ON s."chat_message_id" = m."id"
          WHERE c."owner_id" = owner AND s."owner_id" = owner AND c."phone_key" = ANY (phones))::int
$$;

-- Gives up waiting for them: nobody will tell.
CREATE FUNCTION give_up_sends_to(owner integer, phones text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "campaign_recipients" r SET "state" = 'unknown', "cause" = 'unconfirmed', "settled_at" = now()
  WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'sending';
  DELETE FROM "sends" s WHERE s."owner_id" = owner AND (
    s."recipient_id" IN (SELECT r."id" FROM "campaign_recipients" r WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones))
    OR s."chat_message_id" IN (SELECT m."id" FROM "conversations" c JOIN "messages" m ON m."conversation_id" = c."id"
      WHERE c."owner_id" = owner AND c."phone_key" = ANY (phones)));
END $$;

-- A recipient without a number is one who was erased: nobody writes there, whoever wants to repeat what failed.
UPDATE "campaign_recipients" SET "number" = "phone_key" WHERE "number" = '';
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_erased_check"
  CHECK ("number" <> '' OR "state" NOT IN ('pending', 'sending'));
CREATE FUNCTION skip_nameless_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER "campaign_recipients_skip_nameless" BEFORE INSERT ON "campaign_recipients"
  FOR EACH ROW WHEN (NEW."number" = '') EXECUTE FUNCTION skip_nameless_recipient();
