-- The live connection of an instance to WhatsApp: whether it is wanted, and which worker holds it.
CREATE TABLE "whatsapp_sockets" (
    "id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "wanted" BOOLEAN NOT NULL DEFAULT true,
    "state" TEXT NOT NULL DEFAULT 'closed',
    "pairing_until" TIMESTAMPTZ(3),
    "paired_number" TEXT,
    "lease_no" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "resume_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "whatsapp_sockets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "whatsapp_sockets_state_check" CHECK ("state" IN ('closed', 'connecting', 'open'))
);
CREATE UNIQUE INDEX "whatsapp_sockets_owner_id_id_key" ON "whatsapp_sockets"("owner_id", "id");
CREATE INDEX "whatsapp_sockets_wanted_idx" ON "whatsapp_sockets"("id") WHERE "wanted";
ALTER TABLE "whatsapp_sockets" ADD CONSTRAINT "whatsapp_sockets_owner_id_id_fkey" FOREIGN KEY ("owner_id", "id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The device's credentials and Signal keys, each sealed with the installation's secret.
CREATE TABLE "whatsapp_auth_keys" (
    "instance_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_value" TEXT NOT NULL,

    CONSTRAINT "whatsapp_auth_keys_pkey" PRIMARY KEY ("instance_id", "type", "key_id")
);
CREATE INDEX "whatsapp_auth_keys_owner_id_instance_id_idx" ON "whatsapp_auth_keys"("owner_id", "instance_id");
ALTER TABLE "whatsapp_auth_keys" ADD CONSTRAINT "whatsapp_auth_keys_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What other processes ask of the worker that holds the connection.
CREATE TABLE "whatsapp_commands" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "instance_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "outcome" JSONB,

    CONSTRAINT "whatsapp_commands_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "whatsapp_commands_instance_id_key_key" ON "whatsapp_commands"("instance_id", "key");
CREATE INDEX "whatsapp_commands_created_at_idx" ON "whatsapp_commands"("created_at");
CREATE INDEX "whatsapp_commands_open_idx" ON "whatsapp_commands"("instance_id", "id") WHERE "settled_at" IS NULL;
ALTER TABLE "whatsapp_commands" ADD CONSTRAINT "whatsapp_commands_owner_id_instance_id_fkey" FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
