ALTER TABLE whatsapp_instances DROP CONSTRAINT whatsapp_instances_problem_check;
ALTER TABLE whatsapp_instances ADD CONSTRAINT whatsapp_instances_problem_check CHECK (problem IN
    ('logged_out', 'replaced', 'banned', 'outdated', 'token_refused', 'account_blocked', 'unreachable', 'passkey', 'same_phone')) NOT VALID;
