import { beginNavigation } from "@/components/shell/navigation-state";

/** Next calls this whenever its router leaves for another screen, by a link or by code. */
export function onRouterTransitionStart(url: string): void {
  beginNavigation(url);
}
