-- CreateTable
CREATE TABLE "whatsapp_gaps" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "late" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,

    CONSTRAINT "whatsapp_gaps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "whatsapp_gaps_owner_id_until_at_idx" ON "whatsapp_gaps"("owner_id", "until_at" DESC);

-- CreateIndex
CREATE INDEX "whatsapp_gaps_until_at_idx" ON "whatsapp_gaps"("until_at");

-- AddForeignKey
ALTER TABLE "whatsapp_gaps" ADD CONSTRAINT "whatsapp_gaps_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "whatsapp_gaps"
    ADD CONSTRAINT "whatsapp_gaps_kind_check" CHECK ("kind" IN ('deaf', 'mute')),
    ADD CONSTRAINT "whatsapp_gaps_times_check" CHECK ("from_at" <= "until_at"),
    ADD CONSTRAINT "whatsapp_gaps_counts_check" CHECK ("late" >= 0 AND "missing" >= 0);

-- When the provider was last asked by ourselves whether it is still connected, and for what it did not tell.
ALTER TABLE "whatsapp_instances" ADD COLUMN "looked_at" TIMESTAMPTZ(3);
CREATE INDEX "whatsapp_instances_provider_looked_at_idx" ON "whatsapp_instances"("provider", "looked_at");
