import { cn } from "@/components/ui/cn";
import type { OwnNumber } from "@/lib/contracts/messaging/numbers";
import type { StageColour } from "@/lib/domain/leads/stages";

const COLOUR: Record<StageColour, string> = {
  stone: "bg-muted-foreground",
  sky: "bg-info",
  emerald: "bg-success",
  gold: "bg-primary",
  rose: "bg-danger",
};

/** The colour of one of the account's numbers; a ring where it has none. */
export function NumberDot({ colour }: Pick<OwnNumber, "colour">) {
  return (
    <span
      aria-hidden
      className={cn(
        "size-2 shrink-0 rounded-full",
        colour ? COLOUR[colour] : "border border-muted-foreground",
      )}
    />
  );
}
