"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useCan } from "@/components/session/session-context";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { dataSubjectPath } from "@/lib/paths";
import { optOutReviewQuery } from "./opt-out-review.queries";

/** A link to the data subjects' requests, with this person filled in, if the contact's words ask for erasure. */
export function ErasureLink({ to }: { to: string }) {
  const asks = useQuery(optOutReviewQuery(to)).data?.asks_erasure;
  const manages = useCan("manager");
  if (!asks || !manages) return null;
  return (
    <Button asChild variant="outline" size="sm">
      <Link href={dataSubjectPath(to)}>
        <ShieldCheck aria-hidden />
        Pede para apagar os dados
      </Link>
    </Button>
  );
}
