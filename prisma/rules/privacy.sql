-- What the schema cannot say of the tables of prisma/schema/privacy.prisma.

-- A lead of an erased person is left out, like one whose number another lead has: the other rows of a statement stay.
CREATE FUNCTION skip_erased_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id", ARRAY[NEW."phone_key", typed_phone_key(NEW."phone")], ARRAY[NEW."email"], ARRAY[NEW."cnpj"])
     IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

-- Beside what a company is known by, its other numbers and addresses: those of an erased person are left out of it.
CREATE FUNCTION without_erased_others(owner integer, company jsonb) RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  others jsonb := company->'others';
BEGIN
  IF others IS NULL OR jsonb_typeof(others) <> 'object' THEN RETURN company; END IF;
  IF jsonb_typeof(others->'phones') = 'array' THEN
    others := jsonb_set(others, '{phones}', coalesce((
      SELECT jsonb_agg(p) FROM jsonb_array_elements_text(others->'phones') AS p
      WHERE find_erased(owner, ARRAY[typed_phone_key(p)]) IS NULL), '[]'));
  END IF;
  IF jsonb_typeof(others->'emails') = 'array' THEN
    others := jsonb_set(others, '{emails}', coalesce((
      SELECT jsonb_agg(m) FROM jsonb_array_elements_text(others->'emails') AS m
      WHERE find_erased(owner, '{}', ARRAY[m]) IS NULL), '[]'));
  END IF;
  RETURN jsonb_set(company, '{others}', others);
END $$;

-- A deleted lead that can still be brought back is treated as one that is there: a company that has a value in common with leads
-- or contacts, or had the person as another contact, loses that alone. Before the leads themselves, which tell what is shared. One
-- that still names the person somewhere goes as a whole, with the others of the person.
CREATE FUNCTION keep_deleted_leads(owner integer, phones text[], emails text[], cnpjs text[], mentions text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  shared_phones text[]; shared_emails text[];
BEGIN
  shared_phones := ARRAY(SELECT s.value FROM shared_keys(owner, phones, emails) AS s WHERE s.kind = 'phone');
  shared_emails := ARRAY(SELECT s.value FROM shared_keys(owner, phones, emails) AS s WHERE s.kind = 'email');
  WITH emptied AS (
    SELECT d."deletion_id", d."lead_id",
      d."lead" || CASE WHEN contact_is_person(d."lead", phones, emails)
        THEN '{"contact_name": null, "contact_role": null}' ELSE '{}' END::jsonb
      || CASE WHEN typed_phone_key(d."lead"->>'phone') = ANY (phones)
        THEN '{"phone": null, "typed_phone_key": null}' ELSE '{}' END::jsonb
      || CASE WHEN lower(btrim(d."lead"->>'email')) = ANY (emails)
        THEN '{"email": null, "email_key": null}' ELSE '{}' END::jsonb AS lead,
      (SELECT coalesce(jsonb_agg(c), '[]') FROM jsonb_array_elements(d."contacts") AS c
       WHERE NOT contact_is_person(c, phones, emails)) AS contacts
    FROM "deleted_leads" d WHERE d."owner_id" = owner
      AND lead_is_person(d."lead", d."contacts", phones, emails, cnpjs)
      AND NOT coalesce(d."lead"->>'phone_key' = ANY (phones), false)
      AND NOT coalesce(d."lead"->>'cnpj' = ANY (cnpjs), false)
      AND NOT coalesce(typed_phone_key(d."lead"->>'phone') = ANY (phones)
        AND NOT typed_phone_key(d."lead"->>'phone') = ANY (shared_phones), false)
      AND NOT coalesce(lower(btrim(d."lead"->>'email')) = ANY (emails)
        AND NOT lower(btrim(d."lead"->>'email')) = ANY (shared_emails), false)
  )
  UPDATE "deleted_leads" d SET "lead" = e.lead, "contacts" = e.contacts FROM emptied e
  WHERE d."owner_id" = owner AND d."deletion_id" = e."deletion_id" AND d."lead_id" = e."lead_id"
    AND concat(e.lead, e.contacts, d."notes", d."tasks", d."history", d."own_values") !~* mentions;
END $$;

-- The leads themselves: whole, or without the person where `whole` is false and it is not the company that was asked for, or
-- where what was asked for is not that lead's alone.
CREATE FUNCTION erase_leads(owner integer, phones text[], emails text[], cnpjs text[], mentions text, whole boolean)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  main integer[]; own integer[]; gone integer[]; touched integer[]; others integer[];
  counts jsonb := '{}'; n integer; m integer;
BEGIN
  PERFORM set_config('garimpo.erasing', 'on', true);
  main := ARRAY(SELECT leads_of_person(owner, phones, emails, cnpjs));
  PERFORM 1 FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (main) ORDER BY l."id" FOR UPDATE;
  own := ARRAY(SELECT own_leads_of_person(owner, phones, emails, cnpjs));
  gone := ARRAY(SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."id" = ANY (own)
                  AND (whole OR l."cnpj" = ANY (cnpjs)));
  others := ARRAY(SELECT DISTINCT k."lead_id" FROM "lead_contacts" k WHERE k."owner_id" = owner
                    AND contact_is_person(to_jsonb(k), phones, emails));

  SELECT count(*) INTO n FROM "notes" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (gone);
  SELECT count(*) INTO m FROM "tasks" x WHERE x."owner_id" = owner AND x."lead_id" = ANY (gone);
  counts := jsonb_build_object('notes', n, 'tasks', m);

  DELETE FROM "lead_contacts" k WHERE k."owner_id" = owner AND contact_is_person(to_jsonb(k), phones, emails);
  GET DIAGNOSTICS n = ROW_COUNT;
  counts := counts || jsonb_build_object('contacts', n);

  -- Of a company that has the value in common with others, the owner and what was found are not the person.
  UPDATE "leads" l SET "contact_name" = NULL, "contact_role" = NULL,
    "proprietario" = CASE WHEN l."id" = ANY (own) OR l."proprietario" ~* mentions THEN NULL ELSE l."proprietario" END,
    "evidence" = CASE WHEN l."id" = ANY (own) OR l."evidence"::text ~* mentions THEN NULL ELSE l."evidence" END,
    "whatsapp" = CASE WHEN l."phone_key" = ANY (phones) THEN NULL ELSE l."whatsapp" END,
    "phone_key" = CASE WHEN l."phone_key" = ANY (phones) THEN NULL ELSE l."phone_key" END,
    "phone" = CASE WHEN l."typed_phone_key" = ANY (phones) THEN NULL ELSE l."phone" END,
    "email" = CASE WHEN l."email_key" = ANY (emails) THEN NULL ELSE l."email" END,
    "obs" = CASE WHEN l."obs" ~* mentions THEN NULL ELSE l."obs" END,
    "ai_obs" = CASE WHEN l."id" = ANY (own) OR l."ai_obs" ~* mentions THEN NULL ELSE l."ai_obs" END, "updated_at" = now()
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

-- What may be a person's key in a text: for hashing, so that too much does no harm.
CREATE FUNCTION keys_in_text(body text) RETURNS TABLE ("kind" text, "value" text) LANGUAGE sql IMMUTABLE AS $$
  SELECT 'phone', typed_phone_key(m[1])
  FROM regexp_matches(body, '(?<!\d)((?:\+?55[ .-]{0,2})?\(?0?[1-9]{2}\)?[ .-]{0,2}(?:9[ .-]?)?\d{4}[ .-]{0,2}\d{4})(?!\d)', 'g') AS m
  UNION ALL SELECT 'phone', m[1] FROM regexp_matches(body, '(?<!\d)(\d{10,15})(?!\d)', 'g') AS m
  UNION ALL SELECT k.kind, k.value FROM regexp_matches(body, '[\w.:+-]+@[\w.-]+', 'g') AS m,
    LATERAL (VALUES ('email', lower(rtrim(m[1], '.'))), ('phone', m[1])) AS k(kind, value)
  UNION ALL SELECT 'cnpj', upper(regexp_replace(m[1], '[./-]', '', 'g'))
  FROM regexp_matches(body, '(?<![0-9a-z])([0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}/?[0-9a-z]{4}-?\d{2})(?![0-9a-z])', 'gi') AS m
$$;

-- A lead as JSON, with its contacts beside it.
CREATE FUNCTION lead_is_person(lead jsonb, contacts jsonb, phones text[], emails text[], cnpjs text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(contact_is_person(lead, phones, emails), false) OR coalesce(lead->>'cnpj' = ANY (cnpjs), false)
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(coalesce(contacts, '[]')) AS c WHERE contact_is_person(c, phones, emails))
$$;

-- The lead that one has become, which may have become part of another one since; null for one that was never merged.
CREATE FUNCTION surviving_lead(owner integer, merged integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE chain AS (
    SELECT "survivor_id", 1 AS step FROM "merged_leads" WHERE "owner_id" = owner AND "lead_id" = merged
    UNION ALL
    SELECT m."survivor_id", c.step + 1 FROM chain AS c
    JOIN "merged_leads" AS m ON m."owner_id" = owner AND m."lead_id" = c."survivor_id"
    WHERE c.step < 1000
  )
  SELECT "survivor_id" FROM chain ORDER BY step DESC LIMIT 1
$$;

-- The hash of the first of these keys that was erased; null when none was.
CREATE FUNCTION find_erased(owner integer, phones text[], emails text[] DEFAULT '{}', cnpjs text[] DEFAULT '{}')
RETURNS bytea LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT has_erased_people(owner) THEN RETURN NULL; END IF;
  RETURN (
    SELECT e."hash" FROM "erased_keys" e WHERE e."owner_id" = owner AND e."hash" IN (
      SELECT erasure_hash(owner, 'phone', p) FROM unnest(phones) AS p WHERE p <> ''
      UNION ALL SELECT erasure_hash(owner, 'email', lower(btrim(m))) FROM unnest(emails) AS m WHERE btrim(m) <> ''
      UNION ALL SELECT erasure_hash(owner, 'cnpj', c) FROM unnest(cnpjs) AS c WHERE c <> '')
    LIMIT 1);
END $$;

-- Numbers and e-mails that more than one lead or contact has: an accountant's address stands on many companies.
CREATE FUNCTION shared_keys(owner integer, phones text[], emails text[]) RETURNS TABLE ("kind" text, "value" text)
LANGUAGE sql STABLE AS $$
  SELECT h.kind, h.value FROM (
    SELECT 'phone' AS kind, l."phone_key" AS value, l."id" AS lead, 0 AS contact FROM "leads" l
    WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
    UNION SELECT 'phone', l."typed_phone_key", l."id", 0 FROM "leads" l
    WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
    UNION SELECT 'email', l."email_key", l."id", 0 FROM "leads" l
    WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
    UNION SELECT 'phone', k."phone_key", k."lead_id", k."id" FROM "lead_contacts" k
    WHERE k."owner_id" = owner AND k."phone_key" = ANY (phones)
    UNION SELECT 'phone', typed_phone_key(k."phone"), k."lead_id", k."id" FROM "lead_contacts" k
    WHERE k."owner_id" = owner AND typed_phone_key(k."phone") = ANY (phones)
    UNION SELECT 'email', lower(btrim(k."email")), k."lead_id", k."id" FROM "lead_contacts" k
    WHERE k."owner_id" = owner AND lower(btrim(k."email")) = ANY (emails)
  ) AS h GROUP BY 1, 2 HAVING count(*) > 1
$$;

-- What is kept beside the leads: rows of files, what was found, what can be undone. A row of a file that is still to be
-- imported is left without cells, of which its reader is told why: as anything else it would end the whole import.
CREATE FUNCTION erase_copies(owner integer, phones text[], emails text[], cnpjs text[], mentions text)
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

CREATE FUNCTION outdate_archives(owner integer) RETURNS void LANGUAGE sql AS $$
  UPDATE "account_exports" x SET "status" = 'error', "outdated" = true, "storage_key" = NULL, "lease_until" = NULL,
    "lease_no" = x."lease_no" + 1, "completed_at" = coalesce(x."completed_at", now())
  WHERE x."owner_id" = owner AND x."status" IN ('ready', 'processing')
$$;

-- What a map or a site tells of somebody, as it is kept until it becomes a lead.
CREATE FUNCTION company_is_erased(owner integer, company jsonb) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT company IS NOT NULL AND find_erased(owner,
    ARRAY[typed_phone_key(company->>'whatsapp'), typed_phone_key(company->>'phone'), typed_phone_key(company->>'mobile')],
    ARRAY[company->>'email'], ARRAY[regexp_replace(coalesce(company->>'cnpj', ''), '[^0-9A-Z]', '', 'g')]) IS NOT NULL
$$;

-- A radar does not bring back a person who was erased.
CREATE FUNCTION skip_erased_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF find_erased(NEW."owner_id", ARRAY[typed_phone_key(NEW."phone")], '{}', ARRAY[NEW."key"]) IS NOT NULL THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION was_before(key text, at timestamptz, former text[], untils timestamptz[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT key = ANY (former) AND at < untils[array_position(former, key)]
$$;

-- Whether the account erased anybody: most did not, and nothing is worked out for their rows. Shared with other writers,
-- against an erasure: of the two, one sees the other.
CREATE FUNCTION has_erased_people(owner integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('erasures'), owner);
  RETURN EXISTS (SELECT 1 FROM "erased_keys" e WHERE e."owner_id" = owner);
END $$;

CREATE FUNCTION contact_is_person(contact jsonb, phones text[], emails text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(contact->>'phone_key' = ANY (phones), false)
    OR coalesce(typed_phone_key(contact->>'phone') = ANY (phones), false)
    OR coalesce(lower(btrim(contact->>'email')) = ANY (emails), false)
$$;

-- A search finds a person who was erased no more; a result that was there already stays without the company.
CREATE FUNCTION skip_erased_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF company_is_erased(NEW."owner_id", NEW."place") OR company_is_erased(NEW."owner_id", NEW."company") THEN
    IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
    NEW."outcome" := 'left_out';
    NEW."company" := NULL;
    NEW."place" := NULL;
  END IF;
  NEW."company" := without_erased_others(NEW."owner_id", NEW."company");
  RETURN NEW;
END $$;

-- A person who was erased does not come back as the contact of a company.
CREATE FUNCTION skip_erased_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  IF find_erased(NEW."owner_id", ARRAY[NEW."phone_key", typed_phone_key(NEW."phone")], ARRAY[NEW."email"]) IS NOT NULL THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

-- HMAC-SHA-256 under the installation's key, whose two pads each session is given when it is opened. A session without
-- them, or with those of another key, is refused: otherwise it would let everybody back in.
CREATE FUNCTION erasure_hash(owner integer, kind text, value text) RETURNS bytea LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
  pads bytea := decode(coalesce(current_setting('garimpo.erasure_pads', true), ''), 'hex');
BEGIN
  IF NOT EXISTS (SELECT 1 FROM "erasure_key" k WHERE k."fingerprint" = sha256(pads)) THEN
    RAISE EXCEPTION 'this session does not have the key of erased people' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN sha256(substr(pads, 65) || sha256(substr(pads, 1, 64) || convert_to(owner || ' ' || kind || ' ' || value, 'UTF8')));
END $$;

-- A change that came before its message is not kept when it is about a person who was erased.
CREATE FUNCTION refuse_erased_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found bytea := find_erased((SELECT i."owner_id" FROM "whatsapp_instances" i WHERE i."id" = NEW."instance_id"), ARRAY[NEW."phone_key"]);
BEGIN
  IF found IS NULL THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'this person was erased' USING ERRCODE = 'GE001', DETAIL = encode(found, 'hex');
END $$;

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

CREATE FUNCTION recipients_of_former(owner integer, phones text[]) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  SELECT r."id" FROM former_keys(owner, phones) AS k
  JOIN "campaign_recipients" r ON r."owner_id" = owner AND r."phone_key" = k."phone_key"
  JOIN "campaign_runs" u ON u."id" = r."run_id"
  WHERE coalesce(r."claimed_at", r."settled_at", u."created_at") < k."until"
$$;

-- The keys of a person in rows that were written before the person was erased: a restored database knows the hashes alone.
CREATE FUNCTION keys_of_erased(owner integer) RETURNS TABLE ("kind" text, "value" text, "hash" bytea) LANGUAGE sql VOLATILE AS $$
  WITH texts AS MATERIALIZED (
    SELECT d."lead"::text || d."contacts"::text || d."own_values"::text AS body FROM "deleted_leads" d WHERE d."owner_id" = owner
    UNION ALL SELECT concat(x."lead"::text, x."contacts"::text, x."own_values"::text) FROM "merged_leads" x WHERE x."owner_id" = owner
    UNION ALL SELECT concat(x."survivor_before"::text, x."survivor_after"::text, x."parts"::text) FROM "lead_merges" x WHERE x."owner_id" = owner
    UNION ALL SELECT concat(r."place"::text, r."company"::text) FROM "search_results" r WHERE r."owner_id" = owner
    UNION ALL SELECT array_to_string(r."cells", ' ; ') || ' ; ' || r."reason" FROM "import_refusals" r WHERE r."owner_id" = owner
    UNION ALL SELECT c."rows" FROM "import_chunks" c WHERE c."owner_id" = owner
    UNION ALL SELECT d."payload" FROM "webhook_deliveries" d WHERE d."owner_id" = owner
    UNION ALL SELECT d."item" FROM "webhook_dead_letters" d WHERE d."owner_id" = owner
    UNION ALL SELECT c."changed"::text FROM "lead_changes" c WHERE c."owner_id" = owner
    UNION ALL SELECT e."changes"::text FROM "leads" l JOIN "lead_events" e ON e."lead_id" = l."id"
      WHERE l."owner_id" = owner AND e."changes" IS NOT NULL
    UNION ALL SELECT v."text" FROM "leads" l JOIN "lead_values" v ON v."lead_id" = l."id"
      WHERE l."owner_id" = owner AND v."text" IS NOT NULL
    UNION ALL SELECT m."details"::text FROM "messages" m WHERE m."owner_id" = owner AND m."details" IS NOT NULL
  ), keys AS (
    SELECT 'phone' AS kind, unnest(ARRAY[l."phone_key", l."typed_phone_key"]) AS value FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'email', lower(btrim(l."email")) FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'cnpj', l."cnpj" FROM "leads" l WHERE l."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[k."phone_key", typed_phone_key(k."phone")]) FROM "lead_contacts" k WHERE k."owner_id" = owner
    UNION SELECT 'email', lower(btrim(k."email")) FROM "lead_contacts" k WHERE k."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."chat_id"]) FROM "conversations" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."chat_id"]) FROM "contact_identities" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[c."phone_key", c."jid"]) FROM "whatsapp_contacts" c WHERE c."owner_id" = owner
    UNION SELECT 'phone', r."phone_key" FROM "campaign_recipients" r WHERE r."owner_id" = owner
    UNION SELECT 'phone', unnest(ARRAY[s."phone_key", s."chat_id"]) FROM "scheduled_messages" s WHERE s."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_outs" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_out_events" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_out_reviews" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "opt_ins" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "checked_numbers" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', o."phone_key" FROM "message_reactions" o WHERE o."owner_id" = owner
    UNION SELECT 'phone', e."phone_key" FROM "early_changes" e JOIN "whatsapp_instances" i ON i."id" = e."instance_id"
      WHERE i."owner_id" = owner
    UNION SELECT 'phone', x."phone_key" FROM "merged_leads" x WHERE x."owner_id" = owner
    UNION SELECT 'phone', typed_phone_key(f."phone") FROM "radar_findings" f WHERE f."owner_id" = owner
    UNION SELECT 'cnpj', f."key" FROM "radar_findings" f WHERE f."owner_id" = owner
    UNION SELECT 'cnpj', x."cnpj" FROM "company_denials" x WHERE x."owner_id" = owner
    UNION SELECT t.kind, t.value FROM texts, keys_in_text(texts.body) AS t
  )
  SELECT k.kind, k.value, e."hash" FROM keys k
  JOIN "erased_keys" e ON e."owner_id" = owner AND e."hash" = erasure_hash(owner, k.kind, k.value)
  WHERE k.value <> ''
$$;

-- Arguments: what becomes of the row, and the columns that hold keys of numbers or chat ids. What one statement writes of
-- many people leaves an erased one out; what is about one person is refused as a whole.
CREATE FUNCTION keep_erased_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given jsonb;
  found bytea;
BEGIN
  IF NOT has_erased_people(NEW."owner_id") THEN RETURN NEW; END IF;
  given := to_jsonb(NEW);
  found := find_erased(NEW."owner_id", ARRAY(SELECT given->>c FROM unnest(TG_ARGV[1:]) AS c));
  IF found IS NULL THEN RETURN NEW; END IF;
  IF TG_ARGV[0] = 'skip' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'this person was erased' USING ERRCODE = 'GE001', DETAIL = encode(found, 'hex');
END $$;

-- What belongs to the same person for certain: the WhatsApp and the CNPJ of the person's own leads, and the number of a
-- contact whom no other one shares the telephone or the e-mail with.
CREATE FUNCTION own_keys_of_person(owner integer, phones text[], emails text[], cnpjs text[])
RETURNS TABLE ("kind" text, "value" text) LANGUAGE sql STABLE AS $$
  WITH shared AS MATERIALIZED (SELECT * FROM shared_keys(owner, phones, emails)),
  main AS MATERIALIZED (
    SELECT l."phone_key", l."cnpj" FROM "leads" l
    WHERE l."owner_id" = owner AND l."id" IN (SELECT own_leads_of_person(owner, phones, emails, cnpjs))
  )
  SELECT 'phone', m."phone_key" FROM main m WHERE m."phone_key" IS NOT NULL
  UNION SELECT 'cnpj', m."cnpj" FROM main m WHERE m."cnpj" IS NOT NULL
  UNION SELECT 'phone', k."phone_key" FROM "lead_contacts" k
  WHERE k."owner_id" = owner AND k."phone_key" IS NOT NULL AND contact_is_person(
    to_jsonb(k),
    ARRAY(SELECT p FROM unnest(phones) AS p EXCEPT SELECT s.value FROM shared s WHERE s.kind = 'phone'),
    ARRAY(SELECT e FROM unnest(emails) AS e EXCEPT SELECT s.value FROM shared s WHERE s.kind = 'email'))
$$;

-- The keys that the person's conversations had before a number or an id was changed, and until when: later the number may be
-- somebody else's.
CREATE FUNCTION former_keys(owner integer, phones text[]) RETURNS TABLE ("phone_key" text, "until" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT c."moved_from", max(c."moved_at") FROM "conversations" c
  WHERE c."owner_id" = owner AND (c."phone_key" = ANY (phones) OR c."chat_id" = ANY (phones))
    AND c."moved_from" IS NOT NULL AND NOT c."moved_from" = ANY (phones)
  GROUP BY 1
$$;

-- The leads that a person's keys lead to: by the main contact, or the company itself.
CREATE FUNCTION leads_of_person(owner integer, phones text[], emails text[], cnpjs text[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."cnpj" = ANY (cnpjs)
$$;

-- Of the leads that a person's keys lead to, those that are the person's own: by WhatsApp or CNPJ, which one lead has, or by
-- what no other lead or contact has. The others lose what was asked for, and stay.
CREATE FUNCTION own_leads_of_person(owner integer, phones text[], emails text[], cnpjs text[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  WITH shared AS MATERIALIZED (SELECT * FROM shared_keys(owner, phones, emails))
  SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."phone_key" = ANY (phones)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."cnpj" = ANY (cnpjs)
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."typed_phone_key" = ANY (phones)
    AND NOT EXISTS (SELECT 1 FROM shared s WHERE s.kind = 'phone' AND s.value = l."typed_phone_key")
  UNION SELECT l."id" FROM "leads" l WHERE l."owner_id" = owner AND l."email_key" = ANY (emails)
    AND NOT EXISTS (SELECT 1 FROM shared s WHERE s.kind = 'email' AND s.value = l."email_key")
$$;

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

-- What is said and planned: at most `batch` messages at once. `more` is true while some are left.
CREATE FUNCTION erase_talk(owner integer, phones text[], batch integer) RETURNS jsonb LANGUAGE plpgsql AS $$
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

-- Messages to these numbers whose outcome is not recorded yet.
CREATE FUNCTION count_sends_to(owner integer, phones text[]) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*) FROM "campaign_recipients" r
          WHERE r."owner_id" = owner AND r."phone_key" = ANY (phones) AND r."state" = 'sending')::int
       + (SELECT count(*) FROM "conversations" c JOIN "messages" m ON m."conversation_id" = c."id"
          JOIN "sends" s ON s."chat_message_id" = m."id"
          WHERE c."owner_id" = owner AND s."owner_id" = owner AND c."phone_key" = ANY (phones))::int
$$;

ALTER TABLE privacy_requests
  ADD CONSTRAINT privacy_requests_channel_check CHECK (channel IN ('whatsapp', 'email', 'phone', 'letter', 'in_person')),
  ADD CONSTRAINT privacy_requests_asked_by_check CHECK (asked_by IN ('person', 'representative', 'authority', 'account')),
  ADD CONSTRAINT privacy_requests_status_check CHECK (status IN ('processing', 'done', 'error')),
  ADD CONSTRAINT privacy_requests_allowed_check CHECK (allowed_at IS NULL OR kind = 'erase'),
  ADD CONSTRAINT privacy_requests_done_check CHECK ((status = 'done') = (done_at IS NOT NULL)),
  ADD CONSTRAINT privacy_requests_attempts_check CHECK (attempts BETWEEN 0 AND 20),
  -- Once it is done nothing readable is left of whom an erasure was about.
  ADD CONSTRAINT privacy_requests_erased_check CHECK (kind <> 'erase' OR status <> 'done' OR sealed_keys IS NULL),
  ADD CONSTRAINT privacy_requests_kind_check CHECK (kind IN ('export', 'erase', 'correct'));

CREATE INDEX privacy_requests_open_idx ON privacy_requests(id) WHERE status = 'processing';

CREATE TRIGGER leads_skip_erased BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION skip_erased_lead();

CREATE TRIGGER leads_skip_erased_change BEFORE UPDATE OF whatsapp, phone_key, phone, email, cnpj ON leads
  FOR EACH ROW WHEN ((NEW.phone_key, NEW.phone, NEW.email, NEW.cnpj)
    IS DISTINCT FROM (OLD.phone_key, OLD.phone, OLD.email, OLD.cnpj))
  EXECUTE FUNCTION skip_erased_lead();

CREATE TRIGGER lead_contacts_skip_erased BEFORE INSERT OR UPDATE OF whatsapp, phone_key, phone, email ON lead_contacts
  FOR EACH ROW EXECUTE FUNCTION skip_erased_contact();

CREATE TRIGGER conversations_refuse_erased BEFORE INSERT OR UPDATE OF phone_key, chat_id ON conversations
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');

CREATE TRIGGER contact_identities_refuse_erased BEFORE INSERT OR UPDATE ON contact_identities
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');

CREATE TRIGGER message_reactions_refuse_erased BEFORE INSERT OR UPDATE OF phone_key ON message_reactions
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');

CREATE TRIGGER opt_out_events_refuse_erased BEFORE INSERT ON opt_out_events
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');

CREATE TRIGGER opt_out_reviews_refuse_erased BEFORE INSERT OR UPDATE OF phone_key ON opt_out_reviews
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key');

CREATE TRIGGER scheduled_messages_refuse_erased BEFORE INSERT OR UPDATE OF phone_key, chat_id, content ON scheduled_messages
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('refuse', 'phone_key', 'chat_id');

CREATE TRIGGER opt_outs_skip_erased BEFORE INSERT OR UPDATE OF phone_key ON opt_outs
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER opt_ins_skip_erased BEFORE INSERT OR UPDATE OF phone_key ON opt_ins
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER checked_numbers_skip_erased BEFORE INSERT OR UPDATE ON checked_numbers
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER whatsapp_contacts_skip_erased BEFORE INSERT OR UPDATE ON whatsapp_contacts
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key', 'jid');

CREATE TRIGGER campaign_recipients_skip_erased BEFORE INSERT OR UPDATE OF phone_key ON campaign_recipients
  FOR EACH ROW EXECUTE FUNCTION keep_erased_out('skip', 'phone_key');

CREATE TRIGGER early_changes_refuse_erased BEFORE INSERT OR UPDATE OF phone_key ON early_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_change();

CREATE TRIGGER radar_findings_skip_erased BEFORE INSERT OR UPDATE OF phone, key ON radar_findings
  FOR EACH ROW EXECUTE FUNCTION skip_erased_finding();

CREATE TRIGGER search_results_skip_erased BEFORE INSERT OR UPDATE OF place, company ON search_results
  FOR EACH ROW EXECUTE FUNCTION skip_erased_result();

-- Who was erased is not noted as whom a conversation was with before.
CREATE TRIGGER conversations_refuse_erased_move BEFORE INSERT OR UPDATE OF moved_from ON conversations
  FOR EACH ROW WHEN (NEW.moved_from IS NOT NULL) EXECUTE FUNCTION keep_erased_out('refuse', 'moved_from');

CREATE TRIGGER lead_values_skip_erased BEFORE INSERT OR UPDATE OF text ON lead_values
  FOR EACH ROW WHEN (NEW.text IS NOT NULL) EXECUTE FUNCTION skip_erased_value();
