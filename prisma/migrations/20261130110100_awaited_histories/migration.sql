-- A phone hands its conversations over some time after its pairing: since when they are awaited, and until when nothing new
-- has to come for them to be whole.
ALTER TABLE "whatsapp_instances" ADD COLUMN "history_since" TIMESTAMPTZ(3), ADD COLUMN "history_quiet_at" TIMESTAMPTZ(3);
