import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Prefix for values that the server has found: they need not match the typed text letter by letter. */
export const FOUND_PREFIX = "found ";

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface EntryProps {
  icon: LucideIcon;
  label: string;
  /** Distinguishes it from others with the same label. */
  hint?: string | undefined;
  /** Unlike the label where several entries may share one. */
  value?: string;
  /** Other words that people look for it with. */
  words?: string[] | undefined;
  onSelect: () => void;
}

export function Entry({ icon: Icon, label, hint, value = label, words, onSelect }: EntryProps) {
  return (
    <Command.Item
      value={value}
      {...(words && { keywords: words })}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-accent"
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && (
        <span className="max-w-1/2 shrink-0 truncate text-muted-foreground text-xs tabular-nums">
          {hint}
        </span>
      )}
    </Command.Item>
  );
}
