import { cva, type VariantProps } from "class-variance-authority";
import { Loader2 } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "bg-primary font-semibold text-primary-foreground shadow-card hover:bg-primary-hover",
        outline:
          "border border-input bg-card font-medium text-foreground shadow-card hover:bg-muted",
        ghost: "font-medium text-muted-foreground hover:bg-accent hover:text-foreground",
        danger: "bg-danger font-medium text-danger-foreground shadow-card hover:bg-danger-hover",
        link: "h-auto p-0 font-semibold text-primary-text underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-8 px-3 text-[0.8125rem] pointer-coarse:h-10",
        md: "h-9 px-3.5 text-sm pointer-coarse:h-10",
        lg: "h-10 px-4 text-sm",
        icon: "size-8 pointer-coarse:size-10",
        inline: "text-sm",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonVariants> {
  /** Renders the child element (such as a link) styled as a button. */
  asChild?: boolean;
  /** Shows a spinner and ignores clicks. */
  loading?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild = false,
  loading = false,
  disabled,
  children,
  type = "button",
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading && <Loader2 className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}
