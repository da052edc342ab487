-- A company that a search for a town finds in another one is kept apart, and costs nothing until the person wants it.
ALTER TABLE "searches" ADD COLUMN "other_cities" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "searches" ADD CONSTRAINT "searches_other_cities_check" CHECK (NOT "other_cities" OR "kind" = 'pages');

ALTER TABLE "search_results" ADD COLUMN "company" JSONB;
ALTER TABLE "search_results" DROP CONSTRAINT "search_results_outcome_check";
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_outcome_check"
  CHECK ("outcome" IN ('pending', 'created', 'linked', 'left_out', 'empty', 'failed', 'not_visited', 'elsewhere'));
ALTER TABLE "search_results" ADD CONSTRAINT "search_results_company_check"
  CHECK (("outcome" = 'elsewhere') = ("company" IS NOT NULL) AND octet_length("company"::text) <= 50000);
