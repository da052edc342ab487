-- An erasure takes what is the person's, finds it in more places, and keeps it out of more of them.

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

-- The leads themselves: whole, or without the person where `whole` is false and it is not the company that was asked for, or
-- where what was asked for is not that lead's alone.
CREATE OR REPLACE FUNCTION erase_leads(owner integer, phones text[], emails text[], cnpjs text[], mentions text, whole boolean)
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
