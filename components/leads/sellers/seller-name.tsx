"use client";

import { useTeam } from "@/components/session/team.queries";
import { Absent } from "@/components/shared/table/table-cells";
import { toInitials } from "@/lib/domain/text/initials";

function useSellerName(id: number | null): string | undefined {
  return useTeam().people.find((person) => person.id === id)?.name;
}

export function SellerName({ id }: { id: number | null }) {
  const name = useSellerName(id);
  if (!name) return <Absent />;
  return (
    <span title={name} className="block truncate">
      {name}
    </span>
  );
}

/** The seller's initials; nothing for a lead without a seller, or in an account of one person. */
export function SellerInitials({ id }: { id: number | null }) {
  const { isTeam } = useTeam();
  const name = useSellerName(id);
  if (!name || !isTeam) return null;
  return (
    <span
      role="img"
      aria-label={`Vendedor: ${name}`}
      title={name}
      className="relative z-10 ml-auto grid size-6 shrink-0 place-items-center rounded-full bg-accent font-semibold text-[0.625rem] text-foreground"
    >
      {toInitials(name)}
    </span>
  );
}
