import { isTyping } from "./is-typing";

interface Change {
  undo: () => void;
  /** The screen that it was made on. */
  path: string;
}

/** The most changes that can be undone. */
const MOST_CHANGES = 50;
let changes: readonly Change[] = [];
let isListening = false;

function onKeyDown(event: KeyboardEvent) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z";
  if (!isUndo || event.defaultPrevented || isTyping(event.target)) return;
  const last = changes.findLast(({ path }) => path === window.location.pathname);
  if (!last) return;
  event.preventDefault();
  forget(last);
  last.undo();
}

function forget(change: Change): void {
  changes = changes.filter((each) => each !== change);
}

/**
 * Makes a change the next one that Ctrl+Z undoes, while its screen is open. Returns a function for an undo button, and one
 * that forgets the change if it failed.
 */
export function rememberChange(undo: () => void): { undo: () => void; forget: () => void } {
  const change = { undo, path: window.location.pathname };
  changes = [...changes, change].slice(-MOST_CHANGES);
  if (!isListening) window.addEventListener("keydown", onKeyDown);
  isListening = true;
  return {
    undo() {
      forget(change);
      undo();
    },
    forget: () => forget(change),
  };
}
