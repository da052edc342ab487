import type { KeyboardEvent } from "react";

/**
 * Whether a key is part of a character that is being composed. Safari says so of the key that ends the composition only by
 * its old code.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
