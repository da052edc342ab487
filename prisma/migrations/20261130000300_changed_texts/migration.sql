-- Since when a recurring campaign has the texts that it has: what earlier ones brought is not theirs.
ALTER TABLE "campaigns" ADD COLUMN "texts_changed_at" TIMESTAMPTZ(3);
