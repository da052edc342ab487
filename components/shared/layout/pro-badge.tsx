/** Marks a control of the PRO plan. */
export function ProBadge() {
  return (
    <span className="rounded bg-primary-soft px-1.5 font-semibold text-[0.6875rem] text-primary-text leading-4.5">
      PRO
    </span>
  );
}
