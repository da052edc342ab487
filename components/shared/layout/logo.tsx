import { cn } from "@/components/ui/cn";

/** The logo: a gold pan with a nugget in it. */
export function LogoMark({ className = "size-7" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" className={cn("shrink-0", className)} aria-hidden>
      <path d="M3 15h26c0 6.9-5.8 11.5-13 11.5S3 21.9 3 15Z" className="fill-gold" />
      <path
        d="M7.4 19h17.2M10.2 22.6h11.6"
        className="stroke-primary-foreground/70"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <path
        d="m16.3 3.4 4.4 2.5 1 4.1-3.6 2.6h-4.7L11 9.3l1.6-4 3.7-1.9Z"
        className="fill-gold-light"
      />
      <path
        d="m16.3 3.4.5 4.9 4.9 1.7-4.9-1.7-3.4 4.3L11 9.3l5.8-1-4.2-3 3.7-1.9Z"
        className="fill-gold/70"
      />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5", className)}>
      <LogoMark />
      <span className="font-semibold text-[1.0625rem] tracking-tight">Garimpo</span>
    </span>
  );
}
