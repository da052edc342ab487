"use client";

import { Check, ChevronDown } from "lucide-react";
import type { OpenChat, OpenChatRow } from "@/components/messaging/chat/use-open-chat";
import { NumberDot } from "@/components/messaging/numbers/number-dot";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { nameChatOf } from "@/lib/domain/messages/chat-key";

interface NumberOfChatProps {
  openChat: OpenChat;
  chat: OpenChatRow;
  onOpen: (contactNumber: string) => void;
}

/** By which of the account's numbers one speaks here; the others' conversations with the contact are opened from it. */
export function NumberOfChat({ openChat, chat, onOpen }: NumberOfChatProps) {
  const { numbers, isSeveral, find } = useOwnNumbers();
  const standard = numbers.find(({ is_default }) => is_default);
  const number = find(chat?.numberId ?? openChat.numberId ?? standard?.id ?? null);
  if (!isSeveral || !number) return null;
  const contact = openChat.contactNumber.replace(/~\d+$/, "");
  return (
    <DropdownMenu
      align="end"
      className="w-64"
      entries={[
        { kind: "label", label: "Falar por" },
        ...numbers.map(({ id, name, status }) => ({
          kind: "action" as const,
          label: status === "CONNECTED" ? name : `${name} (desconectado)`,
          ...(id === number.id && { icon: Check }),
          // Named in the address, or else it would be whichever has a conversation.
          onSelect: () => id !== number.id && onOpen(nameChatOf(contact, id)),
        })),
      ]}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Falar por: ${number.name}`}
          title={`Falar por: ${number.name}`}
          className="min-w-0 max-w-40 shrink-0 px-2 pointer-coarse:h-11"
        >
          <NumberDot colour={number.colour} />
          <span className="@max-md:hidden truncate">por {number.name}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}
