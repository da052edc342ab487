import { type LucideIcon, MoreHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { formatDateTime } from "@/lib/format";

/** Date and time of an instant, as quiet as a table wants it. */
export function Moment({ instant }: { instant: string | null }) {
  if (!instant) return <Absent />;
  return (
    <span className="whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums">
      {formatDateTime(instant)}
    </span>
  );
}

/** In place of a value that the row has not. */
export function Absent() {
  return (
    <span data-absent className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">não informado</span>
    </span>
  );
}

interface RowMenuProps {
  /** What the row is called. */
  name: string;
  actions: { label: string; icon: LucideIcon; onSelect: () => void }[];
}

/** What can be done with a row. */
export function RowMenu({ name, actions }: RowMenuProps) {
  return (
    <DropdownMenu
      className="w-44"
      entries={actions.map((action) => ({ kind: "action", ...action }))}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Ações de ${name}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
    />
  );
}
