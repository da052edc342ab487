import { X } from "lucide-react";
import { describeQuoted } from "@/components/messaging/messages/quoted-message";
import { Button } from "@/components/ui/button";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";

interface ReplyPreviewProps {
  message: ChatMessage;
  /** The other side's name. */
  contactName: string;
  onCancel: () => void;
}

/** The message that the next text answers. */
export function ReplyPreview({ message, contactName, onCancel }: ReplyPreviewProps) {
  return (
    <div className="mb-2 flex items-center gap-2 rounded-lg border-success border-l-3 bg-muted py-1.5 pr-1 pl-2.5 text-[0.8125rem]">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">
          <span className="sr-only">Em resposta a </span>
          {message.sender === "me" ? "Você" : contactName}
        </p>
        <p className="truncate text-muted-foreground">{describeQuoted(message)}</p>
      </div>
      <Button variant="ghost" size="icon" aria-label="Cancelar resposta" onClick={onCancel}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
