-- What the schema cannot say of the tables of prisma/schema/discovery.prisma.

ALTER TABLE search_results
  ADD CONSTRAINT search_results_outcome_check CHECK (outcome IN ('pending', 'created', 'linked', 'left_out', 'empty', 'failed', 'not_visited', 'elsewhere')),
  ADD CONSTRAINT search_results_company_check CHECK ((outcome = 'elsewhere') = (company IS NOT NULL) AND octet_length(company::text) <= 50000);

ALTER TABLE searches
  ADD CONSTRAINT searches_advanced_check CHECK (advanced IS NULL OR kind = 'maps' AND jsonb_typeof(advanced) = 'object' AND octet_length(advanced::text) <= 20000),
  ADD CONSTRAINT searches_other_cities_check CHECK (NOT other_cities OR kind = 'pages'),
  -- Companies of the registry are saved as leads by a search of its own kind, into a list that may exist already.
  ADD CONSTRAINT searches_kind_check CHECK (
    (kind = 'pages' AND city IS NOT NULL AND state IS NOT NULL) OR
    (kind = 'maps' AND radius_km > 0 AND latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180) OR
    kind = 'receita'
),
  ADD CONSTRAINT searches_status_check CHECK (status IN ('processing', 'completed', 'error')),
  ADD CONSTRAINT searches_credit_limit_check CHECK (credit_limit >= 0);

CREATE INDEX searches_processing_idx ON searches (lease_until) WHERE status = 'processing';

-- A place that this owner already keeps as a lead.
CREATE INDEX search_results_kept_place_idx ON search_results (owner_id, result_key)
  WHERE place IS NOT NULL AND lead_id IS NOT NULL;

-- How many of one owner's searches are being worked on.
CREATE INDEX searches_owner_processing_idx ON searches (owner_id, lease_until) WHERE status = 'processing';
