"use client";

import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { registerToaster } from "@/components/shared/feedback/notify";

const AUTO_CLOSE_MS = 5000;

export default function Toaster() {
  useEffect(() => registerToaster(toast), []);
  return (
    <Sonner
      position="top-center"
      // Below the bar with the menu.
      mobileOffset={{ top: "4rem" }}
      duration={AUTO_CLOSE_MS}
      containerAriaLabel="Avisos"
      // Also over a dialog, which takes the pointer from everything outside.
      toastOptions={{ closeButtonAriaLabel: "Fechar aviso", className: "pointer-events-auto" }}
    />
  );
}
