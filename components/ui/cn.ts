import { type ClassValue, clsx } from "clsx";

/** Joins class names. Conflicts are not merged: a primitive never sets a property that its callers override. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
