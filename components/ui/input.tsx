import type { ComponentProps } from "react";
import { cn } from "./cn";

export const inputClasses =
  "w-full rounded-lg border border-input bg-card text-foreground shadow-card transition-[border-color,box-shadow] duration-150 placeholder:text-muted-foreground/80 focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-ring/30 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger/25 text-base md:text-sm";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(inputClasses, "h-10 px-3", className)} {...props} />;
}
