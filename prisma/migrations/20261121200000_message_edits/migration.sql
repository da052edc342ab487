-- When the present text of a message was written.
ALTER TABLE "messages" ADD COLUMN "edited_at" TIMESTAMPTZ(3);
