/** A person's first and last initial in a circle. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : "";
  return (
    <span
      className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text text-xs"
      aria-hidden
    >
      {`${words[0]?.[0] ?? ""}${last?.[0] ?? ""}`.toUpperCase()}
    </span>
  );
}
