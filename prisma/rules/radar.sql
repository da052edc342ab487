-- What the schema cannot say of the tables of prisma/schema/radar.prisma.

-- A list is empty, never null, which the schema cannot say.
ALTER TABLE radars
  ALTER COLUMN changes SET NOT NULL;

ALTER TABLE radar_runs
  ADD CONSTRAINT radar_runs_step_check CHECK (step IN ('appeared', 'closed', 'save', 'wait', 'check')),
  ADD CONSTRAINT radar_runs_status_check CHECK (status IN ('processing', 'completed', 'error')),
  ADD CONSTRAINT radar_runs_month_check CHECK ((import_id IS NULL) = (month IS NULL)),
  ADD CONSTRAINT radar_runs_attempts_check CHECK (attempts BETWEEN 0 AND 8);

ALTER TABLE radars
  ADD CONSTRAINT radars_next_run_check CHECK (kind = 'registry' OR next_run_at IS NOT NULL),
  ADD CONSTRAINT radars_month_check CHECK ((import_id IS NULL) = (month IS NULL)),
  ADD CONSTRAINT radars_kind_check CHECK (kind IN ('registry', 'pages', 'maps')),
  ADD CONSTRAINT radars_name_check CHECK (length(name) BETWEEN 1 AND 80),
  ADD CONSTRAINT radars_budget_check CHECK (credit_budget BETWEEN 1 AND 500),
  ADD CONSTRAINT radars_cadence_check CHECK (
    CASE kind WHEN 'registry' THEN cadence = 'import' ELSE cadence IN ('week', 'month') END);

ALTER TABLE radar_findings
  ADD CONSTRAINT radar_findings_change_check CHECK (change IN ('opened', 'reopened', 'moved', 'contact_changed', 'closed', 'found', 'known'));

-- One run of a radar at a time.
CREATE UNIQUE INDEX radar_runs_radar_id_processing_key ON radar_runs(radar_id) WHERE status = 'processing';

CREATE INDEX radar_runs_processing_idx ON radar_runs(owner_id, id) WHERE status = 'processing';

CREATE INDEX radars_next_run_at_idx ON radars(next_run_at) WHERE is_on AND next_run_at IS NOT NULL;

CREATE INDEX radar_findings_unseen_idx ON radar_findings(owner_id, radar_id, change) WHERE seen_at IS NULL;

CREATE INDEX radar_findings_unsaved_idx ON radar_findings(radar_id, id) WHERE NOT saved AND change <> 'closed';
