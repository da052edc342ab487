-- A conversation is searched by its name and number, prepared once instead of at every search.
ALTER TABLE "conversations"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_form(coalesce("name", '') || ' ' || "phone_key")) STORED;
