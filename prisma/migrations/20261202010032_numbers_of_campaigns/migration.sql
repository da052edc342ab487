ALTER TABLE campaigns ADD COLUMN instance_ids INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];
ALTER TABLE campaign_runs ADD COLUMN instance_id INTEGER;
ALTER TABLE campaign_runs ADD CONSTRAINT campaign_runs_owner_id_instance_id_fkey FOREIGN KEY (owner_id, instance_id) REFERENCES whatsapp_instances (owner_id, id) ON UPDATE CASCADE ON DELETE SET NULL (instance_id) NOT VALID;
UPDATE campaign_runs AS r SET instance_id = i.id
FROM whatsapp_instances i
WHERE i.owner_id = r.owner_id AND i.is_default AND r.status IN ('pending', 'running');
-- Nobody waits for a run that is over.
UPDATE campaign_recipients AS p SET state = 'skipped', cause = 'stopped', settled_at = now(),
       detail = 'A prospecção parou antes deste envio'
FROM campaign_runs r
WHERE r.id = p.run_id AND r.status NOT IN ('pending', 'running') AND p.state = 'pending';
