-- References of which the schema cannot say that deleting what they name clears one of their two columns. They come last: the
-- schema's own are made after every other rule.
ALTER TABLE searches
  DROP CONSTRAINT searches_owner_id_radar_id_fkey,
  ADD CONSTRAINT searches_owner_id_radar_id_fkey FOREIGN KEY (owner_id, radar_id) REFERENCES radars (owner_id, id) ON DELETE SET NULL (radar_id);
ALTER TABLE search_results
  DROP CONSTRAINT search_results_owner_id_lead_id_fkey,
  ADD CONSTRAINT search_results_owner_id_lead_id_fkey FOREIGN KEY (owner_id, lead_id) REFERENCES leads (owner_id, id) ON DELETE SET NULL (lead_id);
ALTER TABLE leads
  DROP CONSTRAINT leads_owner_id_loss_reason_id_fkey,
  ADD CONSTRAINT leads_owner_id_loss_reason_id_fkey FOREIGN KEY (owner_id, loss_reason_id) REFERENCES loss_reasons (owner_id, id) ON UPDATE CASCADE ON DELETE SET NULL (loss_reason_id);
ALTER TABLE leads
  DROP CONSTRAINT leads_owner_id_seller_id_fkey,
  ADD CONSTRAINT leads_owner_id_seller_id_fkey FOREIGN KEY (owner_id, seller_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (seller_id);
ALTER TABLE conversations
  DROP CONSTRAINT conversations_owner_id_seller_id_fkey,
  ADD CONSTRAINT conversations_owner_id_seller_id_fkey FOREIGN KEY (owner_id, seller_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (seller_id);
ALTER TABLE whatsapp_instances
  DROP CONSTRAINT whatsapp_instances_owner_id_keeper_id_fkey,
  ADD CONSTRAINT whatsapp_instances_owner_id_keeper_id_fkey FOREIGN KEY (owner_id, keeper_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (keeper_id);
ALTER TABLE tasks
  DROP CONSTRAINT tasks_owner_id_person_id_fkey,
  ADD CONSTRAINT tasks_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (person_id);
ALTER TABLE campaigns
  DROP CONSTRAINT campaigns_owner_id_person_id_fkey,
  ADD CONSTRAINT campaigns_owner_id_person_id_fkey FOREIGN KEY (owner_id, person_id) REFERENCES users (account_id, id) ON UPDATE CASCADE ON DELETE SET NULL (person_id);
ALTER TABLE campaign_runs
  DROP CONSTRAINT campaign_runs_owner_id_instance_id_fkey,
  ADD CONSTRAINT campaign_runs_owner_id_instance_id_fkey FOREIGN KEY (owner_id, instance_id) REFERENCES whatsapp_instances (owner_id, id) ON UPDATE CASCADE ON DELETE SET NULL (instance_id);
ALTER TABLE imports
  DROP CONSTRAINT imports_owner_id_list_id_fkey,
  ADD CONSTRAINT imports_owner_id_list_id_fkey FOREIGN KEY (owner_id, list_id) REFERENCES lists (owner_id, id) ON DELETE SET NULL (list_id);
ALTER TABLE scheduled_messages
  DROP CONSTRAINT scheduled_messages_owner_id_conversation_id_fkey,
  ADD CONSTRAINT scheduled_messages_owner_id_conversation_id_fkey FOREIGN KEY (owner_id, conversation_id) REFERENCES conversations (owner_id, id) ON DELETE SET NULL (conversation_id);
ALTER TABLE radars
  DROP CONSTRAINT radars_owner_id_list_id_fkey,
  ADD CONSTRAINT radars_owner_id_list_id_fkey FOREIGN KEY (owner_id, list_id) REFERENCES lists (owner_id, id) ON DELETE SET NULL (list_id);
ALTER TABLE radar_findings
  DROP CONSTRAINT radar_findings_owner_id_search_id_fkey,
  ADD CONSTRAINT radar_findings_owner_id_search_id_fkey FOREIGN KEY (owner_id, search_id) REFERENCES searches (owner_id, id) ON DELETE SET NULL (search_id);
ALTER TABLE radar_runs
  DROP CONSTRAINT radar_runs_owner_id_search_id_fkey,
  ADD CONSTRAINT radar_runs_owner_id_search_id_fkey FOREIGN KEY (owner_id, search_id) REFERENCES searches (owner_id, id) ON DELETE SET NULL (search_id);
-- An account is made after the person who founds it.
ALTER TABLE users ALTER CONSTRAINT users_account_id_fkey DEFERRABLE INITIALLY DEFERRED;
