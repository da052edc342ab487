"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { replaceToastsOnNavigation } from "@/components/shared/notify";

const Toaster = dynamic(async () => (await import("./toaster")).Toaster, { ssr: false });

export function Toasts() {
  const pathname = usePathname();
  const shownOn = useRef(pathname);

  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    replaceToastsOnNavigation();
  }, [pathname]);

  return <Toaster />;
}
