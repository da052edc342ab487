"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { notifyInfo } from "@/components/shared/feedback/notify";
import { isPro } from "@/lib/domain/plans/plan";
import { paths } from "@/lib/paths";
import { useCan, useSessionUser } from "./session-context";

/** To whoever cannot change the plan. */
export const ASK_AN_OWNER = "Só um dono da conta muda o plano. Peça a ele.";

/** The user's plan, and the reaction of a locked PRO control. The server enforces the plan. */
export function useProFeature() {
  const router = useRouter();
  const pro = isPro(useSessionUser().plan);
  const buys = useCan("owner");
  const explainPro = useCallback(
    (feature: string) => {
      notifyInfo(`Recurso PRO: ${feature}`, {
        ...(buys
          ? { action: { label: "Ver planos PRO", onClick: () => router.push(paths.subscription) } }
          : { description: ASK_AN_OWNER }),
      });
    },
    [router, buys],
  );
  return { pro, explainPro };
}
