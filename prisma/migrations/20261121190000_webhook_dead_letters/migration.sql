-- Items of webhooks that could not be read.
CREATE TABLE "webhook_dead_letters" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_dead_letters_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_dead_letters_owner_id_instance_id_id_idx" ON "webhook_dead_letters"("owner_id", "instance_id", "id" DESC);
CREATE INDEX "webhook_dead_letters_received_at_idx" ON "webhook_dead_letters"("received_at");
ALTER TABLE "webhook_dead_letters" ADD CONSTRAINT "webhook_dead_letters_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
