"use client";

import { useIsMutating } from "@tanstack/react-query";
import { SEND_KEY } from "@/components/messaging/chat/send-key";
import { useLeaveWarning } from "@/components/shared/feedback/use-leave-warning";

/** On every screen the browser asks before the page is left while messages are being sent. */
export function SendingWarning() {
  useLeaveWarning(useIsMutating({ mutationKey: SEND_KEY }) > 0);
  return null;
}
