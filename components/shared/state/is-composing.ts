import type { KeyboardEvent } from "react";

/**
 * Whether a key is part of a character that is being composed. For the key that ends the composition, Safari shows this
 * only by its old code.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
