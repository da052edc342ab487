"use client";

import { useTeam } from "@/components/session/team.queries";
import { Badge } from "@/components/ui/badge";

/** The first name of who answers a conversation, where several people could. */
export function SellerMark({ sellerId }: { sellerId: number | null }) {
  const { people, isTeam } = useTeam();
  const seller = isTeam ? people.find(({ id }) => id === sellerId) : undefined;
  if (!seller) return null;
  return (
    <Badge title={`Atende: ${seller.name}`} className="max-w-20 truncate">
      {seller.is_you ? "Você" : seller.name.split(" ")[0]}
    </Badge>
  );
}
