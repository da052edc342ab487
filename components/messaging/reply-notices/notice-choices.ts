"use client";

import { useStoredState } from "@/components/shared/state/use-stored-state";

/** How a reply is announced in this browser while none of its tabs with Garimpo is seen. */
export interface NoticeChoices {
  desktop: boolean;
  sound: boolean;
}

export const NOTICE_KEY = "replyNotices";
export const NO_NOTICES: NoticeChoices = { desktop: false, sound: false };

export function useNoticeChoices() {
  return useStoredState<NoticeChoices>(NOTICE_KEY, NO_NOTICES);
}
