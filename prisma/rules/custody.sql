-- What the schema cannot say of the tables of prisma/schema/custody.prisma.

ALTER TABLE account_exports
  ADD CONSTRAINT account_exports_progress_check CHECK (progress BETWEEN 0 AND 100),
  ADD CONSTRAINT account_exports_status_check CHECK (status IN ('processing', 'ready', 'error', 'expired')),
  ADD CONSTRAINT account_exports_file_check CHECK (
    (status = 'ready') = (storage_key IS NOT NULL)
    AND (status <> 'ready' OR (bytes > 0 AND completed_at IS NOT NULL AND expires_at > completed_at))),
  ADD CONSTRAINT account_exports_attempts_check CHECK (attempts BETWEEN 0 AND 8);

ALTER TABLE account_deletions
  ADD CONSTRAINT account_deletions_cancelled_check CHECK (cancelled_at IS NULL OR started_at IS NULL),
  ADD CONSTRAINT account_deletions_completed_check CHECK (completed_at IS NULL OR started_at IS NOT NULL),
  ADD CONSTRAINT account_deletions_due_check CHECK (due_at > requested_at),
  ADD CONSTRAINT account_deletions_started_check CHECK (started_at >= due_at),
  ADD CONSTRAINT account_deletions_attempts_check CHECK (attempts BETWEEN 0 AND 8);

CREATE UNIQUE INDEX account_deletions_one_open ON account_deletions(owner_id)
  WHERE cancelled_at IS NULL AND completed_at IS NULL;

CREATE UNIQUE INDEX account_exports_one_running ON account_exports(owner_id) WHERE status = 'processing';

CREATE UNIQUE INDEX account_exports_one_a_day ON account_exports(owner_id, requested_on) WHERE status <> 'error';
