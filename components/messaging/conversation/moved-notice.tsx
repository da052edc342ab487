import { ArrowRightLeft } from "lucide-react";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatDateTime } from "@/lib/format";

/** Shows that the person continues under another number, or another id; the conversation is the same. */
export function MovedNotice({ moved }: { moved: NonNullable<Chat["moved"]> }) {
  const before = formatKeptNumber(moved.from);
  return (
    <p className="flex shrink-0 items-center gap-2 border-border border-b bg-muted px-4 py-2 text-sm">
      <ArrowRightLeft className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span>
        {before
          ? `Mudou de número em ${formatDateTime(moved.at)}. Antes era ${before}.`
          : `Mudou de endereço no WhatsApp em ${formatDateTime(moved.at)}. A conversa é a mesma.`}
      </span>
    </p>
  );
}
