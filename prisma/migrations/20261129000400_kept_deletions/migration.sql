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
