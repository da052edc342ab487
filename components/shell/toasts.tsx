"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import {
  replaceToastsOnNavigation,
  whenToasterRequested,
} from "@/components/shared/feedback/notify";
import { useLoaded } from "@/components/ui/use-loaded";

const loadToaster = () => import("./toaster");

/**
 * Renders the toaster for the first toast. Its code is fetched at the person's first action instead, so that a toast
 * about a lost connection does not need one.
 */
export function Toasts() {
  const pathname = usePathname();
  const shownOn = useRef(pathname);
  const [requested, setRequested] = useState(false);
  const Toaster = useLoaded(loadToaster, requested)?.default;

  useEffect(() => {
    void whenToasterRequested().then(() => setRequested(true));
    const events = ["pointerdown", "keydown"] as const;
    const onAction = () => {
      void loadToaster().catch(() => undefined);
      for (const event of events) document.removeEventListener(event, onAction);
    };
    for (const event of events) document.addEventListener(event, onAction);
    return () => {
      for (const event of events) document.removeEventListener(event, onAction);
    };
  }, []);

  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    replaceToastsOnNavigation();
  }, [pathname]);

  return Toaster ? <Toaster /> : null;
}
