"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { notifyInfo } from "@/components/shared/feedback/notify";
import { isPro } from "@/lib/domain/plans/plan";
import { paths } from "@/lib/paths";
import { useSessionUser } from "./session-context";

/** The user's plan, and the reaction of a locked PRO control. The server enforces the plan. */
export function useProFeature() {
  const router = useRouter();
  const pro = isPro(useSessionUser().plan);
  const explainPro = useCallback(
    (feature: string) => {
      notifyInfo(`Recurso PRO: ${feature}`, {
        action: { label: "Ver planos PRO", onClick: () => router.push(paths.subscription) },
      });
    },
    [router],
  );
  return { pro, explainPro };
}
