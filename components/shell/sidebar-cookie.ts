const A_YEAR_S = 365 * 24 * 60 * 60;

/** A cookie, so that the server renders the sidebar in its last state without a layout shift. */
export const SIDEBAR_COOKIE = "sidebar";
export const COLLAPSED = "collapsed";

export function saveSidebarState(collapsed: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${SIDEBAR_COOKIE}=${collapsed ? COLLAPSED : "open"}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax`;
}
