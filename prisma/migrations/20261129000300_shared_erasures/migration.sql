-- Later requests that rely on the same hash: whoever allows one person again does not let another in.
ALTER TABLE "erased_keys" ADD COLUMN "also" INTEGER[] NOT NULL DEFAULT '{}';

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
CREATE OR REPLACE FUNCTION skip_erased_result() RETURNS trigger LANGUAGE plpgsql AS $$
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
