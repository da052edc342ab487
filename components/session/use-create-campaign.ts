import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useProFeature } from "@/components/session/use-pro-feature";
import { campaignToLeadsPath, campaignToListPath } from "@/lib/paths";

/** Opens the campaign editor with an audience. Choosing one is a PRO feature; other users get an explanation. */
export function useCreateCampaign() {
  const router = useRouter();
  const { pro, explainPro } = useProFeature();
  return useMemo(
    () => ({
      forList: (listId: number) =>
        pro ? router.push(campaignToListPath(listId)) : explainPro("Seleção de listas"),
      forLeads: (leadIds: readonly number[]) =>
        pro ? router.push(campaignToLeadsPath(leadIds)) : explainPro("Escolha de leads"),
      /** Checked before other preparations; shows why it is not allowed. */
      isAllowed: () => {
        if (!pro) explainPro("Escolha de leads");
        return pro;
      },
    }),
    [router, pro, explainPro],
  );
}
