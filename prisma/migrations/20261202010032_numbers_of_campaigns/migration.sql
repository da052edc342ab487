ALTER TABLE campaigns ADD COLUMN instance_ids INTEGER[] NOT NULL DEFAULT '{}';
ALTER TABLE campaign_runs ADD COLUMN instance_id INTEGER;
ALTER TABLE campaign_runs ADD CONSTRAINT campaign_runs_owner_id_instance_id_fkey FOREIGN KEY (owner_id, instance_id) REFERENCES whatsapp_instances (owner_id, id) ON UPDATE CASCADE ON DELETE SET NULL (instance_id) NOT VALID;
UPDATE campaign_runs AS r SET instance_id = i.id
FROM whatsapp_instances i
WHERE i.owner_id = r.owner_id AND i.is_default AND r.status IN ('pending', 'running');
