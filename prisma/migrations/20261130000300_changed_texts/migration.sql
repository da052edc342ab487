-- Since when a campaign's messages, and each later step, say what they say: what earlier texts brought is not theirs.
ALTER TABLE "campaigns" ADD COLUMN "texts_changed_at" TIMESTAMPTZ(3);
ALTER TABLE "campaign_steps" ADD COLUMN "texts_changed_at" TIMESTAMPTZ(3);
