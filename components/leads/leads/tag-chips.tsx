import { X } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Tag } from "@/lib/contracts/leads/tags";
import type { StageColour } from "@/lib/domain/leads/stages";
import { useTags } from "./tags.queries";

const COLOUR: Record<StageColour, string> = {
  stone: "bg-accent text-foreground",
  sky: "bg-info-soft text-info-text",
  emerald: "bg-success-soft text-success-text",
  gold: "bg-primary-soft text-primary-text",
  rose: "bg-danger-soft text-danger-text",
};

interface TagChipsProps {
  ids: readonly number[];
  /** In one line, as far as they fit. */
  inline?: boolean;
  onRemove?: (tag: Tag) => void;
}

/** The tags of a lead by name; nothing where it has none. */
export function TagChips({ ids, inline = false, onRemove }: TagChipsProps) {
  const shown = useTags().filter(({ id }) => ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label="Etiquetas"
      className={cn("flex min-w-0 gap-1", inline ? "overflow-hidden" : "flex-wrap gap-1.5")}
    >
      {shown.map((tag) => (
        <li
          key={tag.id}
          title={tag.name}
          className={cn(
            "inline-flex h-6 min-w-0 max-w-40 shrink-0 items-center rounded-md px-2 text-xs",
            COLOUR[tag.colour],
          )}
        >
          <span className="truncate">{tag.name}</span>
          {onRemove && (
            <button
              type="button"
              aria-label={`Tirar a etiqueta ${tag.name}`}
              onClick={() => onRemove(tag)}
              className="-mr-1.5 ml-0.5 grid size-6 place-items-center rounded pointer-coarse:size-10"
            >
              <X className="size-3" aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
