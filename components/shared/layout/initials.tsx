import { toInitials } from "@/lib/domain/text/initials";

/** A person's first and last initial in a circle. */
export function Initials({ name }: { name: string }) {
  return (
    <span
      className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text text-xs"
      aria-hidden
    >
      {toInitials(name)}
    </span>
  );
}
