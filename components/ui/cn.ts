import { type ClassValue, clsx } from "clsx";

/** Class names joined. Nothing is merged: a primitive sets no property that its callers adjust. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
