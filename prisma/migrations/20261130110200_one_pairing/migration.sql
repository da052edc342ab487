-- Until when a request holds the pairing of its account: of two at once Evolution makes no instance.
ALTER TABLE "whatsapp_instances" ADD COLUMN "pairing_until" TIMESTAMPTZ(3);
