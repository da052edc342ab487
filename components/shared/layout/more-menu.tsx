import { Ellipsis } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";

interface MoreMenuProps {
  entries: readonly MenuEntry[];
  size?: "sm" | "md";
  loading?: boolean;
  disabled?: boolean;
  className?: string;
}

/** All actions of a bar besides its main ones, which have buttons. */
export function MoreMenu({ entries, size, loading, disabled, className }: MoreMenuProps) {
  return (
    <DropdownMenu
      className="w-64"
      entries={entries}
      trigger={
        <Button
          variant="outline"
          size={size}
          loading={loading}
          disabled={disabled}
          className={className}
        >
          {!loading && <Ellipsis aria-hidden />}
          Mais
        </Button>
      }
    />
  );
}
