const JUST_LOGGED_IN = "justLoggedIn";

/** Remembers, for this tab, that the user has just logged in. */
export function markJustLoggedIn(): void {
  try {
    sessionStorage.setItem(JUST_LOGGED_IN, "1");
  } catch {
    // Storage is blocked: the login goes unnoticed.
  }
}

/** Returns true once after a login and clears the mark. */
export function consumeJustLoggedIn(): boolean {
  try {
    const marked = sessionStorage.getItem(JUST_LOGGED_IN) !== null;
    sessionStorage.removeItem(JUST_LOGGED_IN);
    return marked;
  } catch {
    return false;
  }
}
