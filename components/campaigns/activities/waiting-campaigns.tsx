"use client";

import { useQuery } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useCan } from "@/components/session/session-context";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { campaignQueries } from "./campaigns.queries";

/** Says that campaigns under way cannot send without WhatsApp; nothing without any. */
export function WaitingCampaigns() {
  const connects = useCan("manager");
  const { data = [] } = useQuery(campaignQueries.activities());
  const count = data.filter(({ status }) => canStopActivity(status)).length;
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-border border-b bg-danger-soft px-4 py-2.5 text-danger-text text-sm md:px-8 print:hidden">
      <p className="flex min-w-0 items-start gap-2.5">
        <Unplug className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="text-pretty">
          <strong className="font-semibold">Seu WhatsApp está desconectado.</strong>{" "}
          {countOf(count, "campanha espera", "campanhas esperam")} por ele: nada é enviado até{" "}
          {connects ? "você reconectar" : "um dono ou gestor reconectar"}.
        </span>
      </p>
      {connects && (
        <Button asChild size="sm" variant="outline">
          <Link href={paths.dashboard}>Reconectar</Link>
        </Button>
      )}
    </div>
  );
}
