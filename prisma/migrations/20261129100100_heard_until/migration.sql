-- Up to when everything that the provider keeps of a phone is known to be read.
ALTER TABLE "whatsapp_instances" ADD COLUMN "heard_until" TIMESTAMPTZ(3);
