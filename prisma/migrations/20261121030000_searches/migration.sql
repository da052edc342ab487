-- A search's results are sites or places.
ALTER TABLE "search_sites" RENAME TO "search_results";
ALTER TABLE "search_results" RENAME COLUMN "site_key" TO "result_key";
ALTER TABLE "search_results" ALTER COLUMN "url" DROP NOT NULL;
ALTER TABLE "search_results" ADD COLUMN "place" JSONB;
ALTER TABLE "search_results" ADD COLUMN "lead_id" INTEGER;
ALTER TABLE "search_results" RENAME CONSTRAINT "search_sites_pkey" TO "search_results_pkey";
ALTER TABLE "search_results" RENAME CONSTRAINT "search_sites_owner_id_search_id_fkey" TO "search_results_owner_id_search_id_fkey";
ALTER TABLE "search_results" DROP CONSTRAINT "search_sites_outcome_check";
ALTER INDEX "search_sites_search_id_outcome_idx" RENAME TO "search_results_search_id_outcome_idx";
ALTER INDEX "search_sites_search_id_site_key_key" RENAME TO "search_results_search_id_result_key_key";
ALTER SEQUENCE "search_sites_id_seq" RENAME TO "search_results_id_seq";
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_outcome_check"
  CHECK ("outcome" IN ('pending', 'created', 'linked', 'left_out', 'empty', 'failed', 'not_visited'));
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_owner_id_lead_id_fkey"
  FOREIGN KEY ("owner_id", "lead_id") REFERENCES "leads" ("owner_id", "id") ON DELETE SET NULL ("lead_id");
CREATE INDEX "search_results_owner_id_lead_id_idx" ON "search_results" ("owner_id", "lead_id");
-- A place that this owner already keeps as a lead.
CREATE INDEX "search_results_kept_place_idx" ON "search_results" ("owner_id", "result_key")
  WHERE "place" IS NOT NULL AND "lead_id" IS NOT NULL;

ALTER TABLE "searches" ALTER COLUMN "city" DROP NOT NULL;
ALTER TABLE "searches" ALTER COLUMN "state" DROP NOT NULL;
ALTER TABLE "searches" ADD COLUMN "radius_km" DOUBLE PRECISION;
ALTER TABLE "searches" ADD COLUMN "latitude" DOUBLE PRECISION;
ALTER TABLE "searches" ADD COLUMN "longitude" DOUBLE PRECISION;
ALTER TABLE "searches" ADD CONSTRAINT "searches_kind_check" CHECK (
  ("kind" = 'pages' AND "city" IS NOT NULL AND "state" IS NOT NULL) OR
  ("kind" = 'maps' AND "radius_km" > 0 AND "latitude" BETWEEN -90 AND 90 AND "longitude" BETWEEN -180 AND 180)
);
-- How many of one owner's searches are being worked on.
CREATE INDEX "searches_owner_processing_idx" ON "searches" ("owner_id", "lease_until") WHERE "status" = 'processing';

CREATE TABLE "geocode_cache" (
    "service" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "geocode_cache_pkey" PRIMARY KEY ("service", "address")
);
CREATE INDEX "geocode_cache_fetched_at_idx" ON "geocode_cache" ("fetched_at");

CREATE TABLE "service_turns" (
    "service" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_turns_pkey" PRIMARY KEY ("service")
);

CREATE TABLE "site_visits" (
    "site" TEXT NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_visits_pkey" PRIMARY KEY ("site")
);
