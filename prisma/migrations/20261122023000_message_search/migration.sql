-- Messages are found by the words they hold, each from its beginning, without regard to case and accents. One index for
-- all owners: the owner is its first column, and both conditions are answered inside it.
CREATE FUNCTION message_words(content text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN to_tsvector('pg_catalog.simple'::regconfig, public.search_form(left(content, 8000)));
END $$;
CREATE INDEX "messages_words_idx" ON "messages" USING gin ("owner_id", message_words("content"));

-- Put away by the person until a later message comes.
ALTER TABLE "conversations" ADD COLUMN "archived_at" TIMESTAMPTZ(3);
