-- DropIndex
DROP INDEX "list_leads_lead_id_idx";

-- AlterTable
ALTER TABLE "whatsapp_instances" ADD COLUMN     "contacts_due_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "whatsapp_contacts" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "phone_key" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "jid" TEXT NOT NULL,
    "name" TEXT,
    "picture_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "whatsapp_contacts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "whatsapp_contacts_owner_id_phone_key_key" ON "whatsapp_contacts"("owner_id", "phone_key");

-- CreateIndex
CREATE INDEX "leads_owner_id_source_created_at_idx" ON "leads"("owner_id", "source", "created_at");

-- CreateIndex
CREATE INDEX "list_leads_lead_id_list_id_idx" ON "list_leads"("lead_id", "list_id");

-- CreateIndex
CREATE INDEX "messages_owner_id_direction_sent_at_idx" ON "messages"("owner_id", "direction", "sent_at");

-- AddForeignKey
ALTER TABLE "whatsapp_contacts" ADD CONSTRAINT "whatsapp_contacts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- The order of the address book, those without a name last; the index alone counts the pages off.
ALTER TABLE "whatsapp_contacts"
  ADD COLUMN "name_key" text COLLATE "C" GENERATED ALWAYS AS (coalesce(sort_form("name"), U&'\FFFF')) STORED,
  -- Digits and the key without the ninth digit, so that every spelling of a number finds its contact.
  ADD COLUMN "search_text" text GENERATED ALWAYS AS
    (search_form(coalesce("name", '') || ' ' || "number" || ' ' || "phone_key")) STORED;
CREATE INDEX "whatsapp_contacts_name_key_idx" ON "whatsapp_contacts" ("owner_id", "name_key", "id");
CREATE INDEX "whatsapp_contacts_search_idx" ON "whatsapp_contacts" USING gin ("owner_id", "search_text" gin_trgm_ops);
CREATE INDEX "whatsapp_instances_contacts_due_idx" ON "whatsapp_instances" ("contacts_due_at") WHERE "contacts_due_at" IS NOT NULL;
