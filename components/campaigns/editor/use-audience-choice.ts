import { useWatch } from "react-hook-form";
import type { CampaignForm } from "./use-campaign-form";

/** The audience of the campaign in the form, as the server's parameters. */
export function useAudienceChoice(form: CampaignForm) {
  const [num_leads, list_ids, lead_ids, tag_ids, repeat_leads, except_lead_ids] = useWatch({
    control: form.control,
    name: ["num_leads", "list_ids", "lead_ids", "tag_ids", "repeat_leads", "except_lead_ids"],
  });
  return { num_leads, list_ids, lead_ids, tag_ids, repeat_leads, except_lead_ids };
}
