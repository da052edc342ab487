const JUST_LOGGED_IN = "justLoggedIn";

/** Marks, for this tab, that the person has just come in. */
export function markJustLoggedIn(): void {
  try {
    sessionStorage.setItem(JUST_LOGGED_IN, "1");
  } catch {
    // Storage is blocked: the first visit passes unmarked.
  }
}

/** Whether the person has just come in; asked once, the mark is gone. */
export function consumeJustLoggedIn(): boolean {
  try {
    const marked = sessionStorage.getItem(JUST_LOGGED_IN) !== null;
    sessionStorage.removeItem(JUST_LOGGED_IN);
    return marked;
  } catch {
    return false;
  }
}
