-- Companies of the registry are saved as leads by a search of its own kind, into a list that may exist already.
ALTER TABLE "searches" DROP CONSTRAINT "searches_kind_check";
ALTER TABLE "searches" ADD CONSTRAINT "searches_kind_check" CHECK (
  ("kind" = 'pages' AND "city" IS NOT NULL AND "state" IS NOT NULL) OR
  ("kind" = 'maps' AND "radius_km" > 0 AND "latitude" BETWEEN -90 AND 90 AND "longitude" BETWEEN -180 AND 180) OR
  "kind" = 'receita'
);
ALTER TABLE "searches" ADD COLUMN "made_list" BOOLEAN NOT NULL DEFAULT true;
DROP INDEX "searches_list_id_key";
DROP INDEX "searches_owner_id_list_id_key";
CREATE INDEX "searches_owner_id_list_id_idx" ON "searches" ("owner_id", "list_id");
