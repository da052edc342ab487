import { type LucideIcon, MoreHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { formatDateTime } from "@/lib/format";

/** Date and time of an instant, in muted text. */
export function Moment({ instant }: { instant: string | null }) {
  if (!instant) return <Absent />;
  return (
    <span className="whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums">
      {formatDateTime(instant)}
    </span>
  );
}

/** Placeholder for a missing value. */
export function Absent() {
  return (
    <span data-absent className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">não informado</span>
    </span>
  );
}

/** The `meta` of a column with one button or menu for each row, pinned at the right. */
export const ACTIONS_COLUMN = {
  label: "Ações",
  labelHidden: true,
  sticky: true,
  width: "3.5rem",
  className: "px-1 text-right",
};

interface RowMenuProps {
  /** Names the row in the accessible label. */
  name: string;
  actions: { label: string; icon: LucideIcon; onSelect: () => void }[];
}

/** The menu of a row's actions. */
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
