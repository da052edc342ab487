-- After a backup was put back, hashes are all that is known of whom an erasure was about: the rows tell the rest, wherever a key is.

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

CREATE OR REPLACE FUNCTION keys_of_erased(owner integer) RETURNS TABLE ("kind" text, "value" text, "hash" bytea) LANGUAGE sql VOLATILE AS $$
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
