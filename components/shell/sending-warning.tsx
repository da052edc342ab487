"use client";

import { useIsMutating } from "@tanstack/react-query";
import { SEND_KEY } from "@/components/chat/send-key";
import { useLeaveWarning } from "@/components/shared/feedback/use-leave-warning";

/** The browser asks before the page is left while messages are on their way, on whatever screen. */
export function SendingWarning() {
  useLeaveWarning(useIsMutating({ mutationKey: SEND_KEY }) > 0);
  return null;
}
