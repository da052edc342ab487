import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Class names joined, the last one of a kind winning: callers adjust a primitive by `className`. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes));
}
