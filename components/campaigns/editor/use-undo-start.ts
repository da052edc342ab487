import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { campaignMutations } from "@/components/campaigns/activities/campaigns.queries";
import { useSessionUser } from "@/components/session/session-context";
import { notifyOnNextScreen } from "@/components/shared/feedback/notify";
import { storeState } from "@/components/shared/state/use-stored-state";
import { undoneCampaignPath } from "@/lib/paths";
import { getDraftKey, getUndoneSource, toCampaignValues } from "./campaign-values";

/** Undoes the start of a campaign and opens the editor with all its values. */
export function useUndoStart() {
  const router = useRouter();
  const user = useSessionUser();
  const undo = campaignMutations.undoStart(useQueryClient());
  // Given here, not to `mutate`: the toast may be used after the screen that showed it was left.
  return useMutation({
    ...undo,
    onSuccess: ({ activity }) => {
      const draftKey = getDraftKey(user.id, getUndoneSource(activity.id));
      storeState(draftKey, toCampaignValues(activity, { keepSchedule: true }));
      notifyOnNextScreen("Desfeito: nenhuma mensagem foi enviada.");
      router.push(undoneCampaignPath(activity.id));
    },
  });
}
