"use client";

import { readStoredState } from "@/components/shared/state/use-stored-state";
import { call } from "@/lib/api/client";
import { getPageUserId } from "@/lib/api/session-store";
import { chat } from "@/lib/contracts/messaging/chat";
import { getChatKey } from "@/lib/domain/messages/chat-key";
import { describeKind } from "@/lib/domain/messages/message-kind";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { chatOfContactPath, chatPath, paths } from "@/lib/paths";
import { NO_NOTICES, NOTICE_KEY, type NoticeChoices } from "./notice-choices";
import { playReplySound } from "./reply-sound";
import { letVisibleTabFirst, QUIET_MS, takeTurn } from "./take-turn";

const NOTICED_KEY = "garimpo.replyNoticed";

/**
 * Announces a reply as the person chose to, unless one of their tabs is being looked at. `number`: digits with country
 * code, or WhatsApp's id of a person whose number it hides. `chat`: the conversation that it came in.
 */
export async function announceReply(number: string, chat: string): Promise<void> {
  const choices = readStoredState<NoticeChoices>(NOTICE_KEY, NO_NOTICES);
  if (!choices.desktop && !choices.sound) return;
  if (!document.hidden) return noteNoticed();
  await letVisibleTabFirst();
  if (isQuiet() || !(await takeTurn(`${NOTICED_KEY} ${chat}`))) return;
  const reply = await describeReply(number, chat);
  // Only then the turn of all replies: a colleague's silences none of the user's own.
  if (reply.isColleagues || isQuiet() || !(await takeTurn(NOTICED_KEY))) return;
  noteNoticed();
  if (choices.sound) void playReplySound().catch(() => undefined);
  if (choices.desktop && Notification.permission === "granted") showNotification(number, reply);
}

function showNotification(number: string, { title, body, path }: Reply): void {
  try {
    const notification = new Notification(title, { body, tag: number, icon: "/icon.svg" });
    notification.onclick = () => {
      window.focus();
      window.location.assign(path);
      notification.close();
    };
  } catch {
    // Phones announce through a service worker alone.
  }
}

interface Reply {
  title: string;
  body: string;
  path: string;
  /** A colleague answers this conversation, and is notified instead. */
  isColleagues: boolean;
}

/** If the server does not answer, only the number is shown. */
async function describeReply(number: string, address: string): Promise<Reply> {
  const fallback = {
    isColleagues: false,
    title: formatKeptNumber(number),
    body: "Nova mensagem",
    path: number.includes("@") ? paths.chat : chatPath(number),
  };
  try {
    const { data } = await call(chat.list, { query: { per_page: 10 } });
    const key = getChatKey(address);
    const found = data.chats.find(({ contactNumber }) => getChatKey(contactNumber) === key);
    if (!found) return fallback;
    const body = found.lastMessage ?? describeKind(found.lastMessageKind);
    const isColleagues = found.sellerId !== null && found.sellerId !== getPageUserId();
    const path = found.contactNumber.includes("~")
      ? chatOfContactPath(found.contactNumber)
      : fallback.path;
    return { path, isColleagues, title: found.name, body: body || fallback.body };
  } catch {
    return fallback;
  }
}

function isQuiet(): boolean {
  return Date.now() - readNoticed() < QUIET_MS;
}

function noteNoticed(): void {
  try {
    localStorage.setItem(NOTICED_KEY, String(Date.now()));
  } catch {
    // Storage is blocked: each tab announces for itself.
  }
}

function readNoticed(): number {
  try {
    return Number(localStorage.getItem(NOTICED_KEY));
  } catch {
    return 0;
  }
}
