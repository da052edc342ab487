"use client";

import { useQuery } from "@tanstack/react-query";
import { ConnectionBadge } from "@/components/messaging/whatsapp/connection-badge";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";

export function WhatsappState() {
  const instance = useQuery(whatsappQueries.instance());
  return (
    <Link
      href={paths.dashboard}
      className="flex h-9 items-center justify-between gap-3 rounded-lg px-2.5 text-sm transition-colors hover:bg-accent/60 pointer-coarse:h-10"
    >
      <span className="text-muted-foreground">WhatsApp</span>
      {instance.isPending ? (
        <Skeleton className="h-6 w-24" />
      ) : (
        <ConnectionBadge status={instance.data?.status} />
      )}
    </Link>
  );
}
