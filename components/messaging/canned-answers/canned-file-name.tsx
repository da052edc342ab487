import { Paperclip } from "lucide-react";

/** Says in a list that a canned answer brings a file. */
export function CannedFileName({ name }: { name: string }) {
  return (
    <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-muted-foreground">
      <Paperclip aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{name}</span>
    </p>
  );
}
