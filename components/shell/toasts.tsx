"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Toaster } from "sonner";
import { changeScreen } from "@/components/shared/notify";

const AUTO_CLOSE_MS = 5000;

export function Toasts() {
  const pathname = usePathname();
  const shownOn = useRef(pathname);

  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    changeScreen();
  }, [pathname]);

  return (
    <Toaster
      position="top-center"
      duration={AUTO_CLOSE_MS}
      containerAriaLabel="Avisos"
      toastOptions={{ closeButtonAriaLabel: "Fechar aviso" }}
    />
  );
}
