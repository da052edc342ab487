"use client";

import { Reply, SmilePlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { REACTIONS, type Reaction } from "@/lib/domain/messages/message-kind";

const NAMES: Record<Reaction, string> = {
  "👍": "Joinha",
  "❤️": "Coração",
  "😂": "Risada",
  "😮": "Surpresa",
  "😢": "Tristeza",
  "🙏": "Obrigado",
};

export interface MessageHandlers {
  onReply: (message: ChatMessage) => void;
  /** Null takes the reaction back. */
  onReact: (message: ChatMessage, emoji: Reaction | null) => void;
}

/** Next to the bubble: visible where the pointer or the focus is, and always on a touch screen. */
export function MessageActions({
  message,
  onReply,
  onReact,
}: MessageHandlers & { message: ChatMessage }) {
  const chosen = message.reactions.find(({ mine }) => mine)?.emoji;
  const reactions = REACTIONS.map(
    (emoji): MenuEntry => ({
      kind: "action",
      label: `${emoji} ${NAMES[emoji]}`,
      hint: emoji === chosen ? "remover" : undefined,
      onSelect: () => onReact(message, emoji === chosen ? null : emoji),
    }),
  );
  return (
    <div className="flex shrink-0 items-center self-center opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
      <Button variant="ghost" size="icon" aria-label="Responder" onClick={() => onReply(message)}>
        <Reply aria-hidden />
      </Button>
      <DropdownMenu
        align="start"
        className="w-44"
        entries={reactions}
        trigger={
          <Button variant="ghost" size="icon" aria-label="Reagir">
            <SmilePlus aria-hidden />
          </Button>
        }
      />
    </div>
  );
}
