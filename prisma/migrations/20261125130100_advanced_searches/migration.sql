-- What a maps search asks beyond its circle: an area inside it, further activities, and what a business must have.
ALTER TABLE "searches" ADD COLUMN "advanced" JSONB;
ALTER TABLE "searches" ADD CONSTRAINT "searches_advanced_check"
  CHECK ("advanced" IS NULL OR "kind" = 'maps' AND jsonb_typeof("advanced") = 'object' AND octet_length("advanced"::text) <= 20000);
