const A_YEAR_S = 365 * 24 * 60 * 60;

/** In a cookie, which the server sees: the page then comes as it was left, without moving. */
export const SIDEBAR_COOKIE = "sidebar";
export const COLLAPSED = "collapsed";

export function saveSidebarState(collapsed: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${SIDEBAR_COOKIE}=${collapsed ? COLLAPSED : "open"}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax`;
}
