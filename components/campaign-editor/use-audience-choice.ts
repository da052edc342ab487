import { useWatch } from "react-hook-form";
import type { CampaignForm } from "./use-campaign-form";

/** Whom the campaign in the form writes to, as the server is asked about it. */
export function useAudienceChoice(form: CampaignForm) {
  const [num_leads, list_ids, lead_ids, tag_ids, repeat_leads, except_lead_ids] = useWatch({
    control: form.control,
    name: ["num_leads", "list_ids", "lead_ids", "tag_ids", "repeat_leads", "except_lead_ids"],
  });
  return { num_leads, list_ids, lead_ids, tag_ids, repeat_leads, except_lead_ids };
}
