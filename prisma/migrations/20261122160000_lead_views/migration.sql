-- The searches, filters, orders and columns of the leads table that a person keeps under a name.
CREATE TABLE "lead_views" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "lead_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "lead_views_name_check" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "lead_views_settings_check" CHECK (jsonb_typeof("settings") = 'object')
);
CREATE UNIQUE INDEX "lead_views_owner_id_name_key" ON "lead_views"("owner_id", "name");
