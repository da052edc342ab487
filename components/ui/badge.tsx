import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const badgeVariants = cva(
  "inline-flex h-6 w-fit items-center gap-1.5 whitespace-nowrap rounded-md px-2 font-medium text-xs",
  {
    variants: {
      tone: {
        neutral: "bg-accent text-muted-foreground",
        gold: "bg-primary-soft text-primary-text",
        success: "bg-success-soft text-success-text",
        danger: "bg-danger-soft text-danger-text",
        info: "bg-info-soft text-info-text",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

const dotClasses = {
  neutral: "bg-muted-foreground",
  gold: "bg-primary",
  success: "bg-success",
  danger: "bg-danger",
  info: "bg-info",
} as const;

export type Tone = keyof typeof dotClasses;

interface BadgeProps extends ComponentProps<"span">, VariantProps<typeof badgeVariants> {
  /** Adds a pulsing dot, for something happening now. */
  live?: boolean;
}

export function Badge({ className, tone, live = false, children, ...props }: BadgeProps) {
  return (
    <span className={cn(badgeVariants({ tone }), className)} {...props}>
      <span
        className={cn(
          "size-1.5 rounded-full",
          dotClasses[tone ?? "neutral"],
          live && "animate-shimmer",
        )}
        aria-hidden
      />
      {children}
    </span>
  );
}
