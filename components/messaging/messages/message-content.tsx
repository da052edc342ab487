import { Ban } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { DELETED, describeKind } from "@/lib/domain/messages/message-kind";
import { MediaContent } from "./media-content";
import { MessageText } from "./message-text";
import { ContactCards, Place } from "./place-and-cards";
import { QuotedMessage } from "./quoted-message";

interface MessageContentProps {
  message: ChatMessage;
  /** The other side's name. */
  contactName: string;
}

/** The parts of a message, in WhatsApp's order: the quoted message, the file, the words. */
export function MessageContent({ message, contactName }: MessageContentProps) {
  const { kind, content, deleted, quoted, media, location, contacts } = message;
  if (deleted) {
    return (
      <Note mine={message.sender === "me"}>
        <Ban className="mr-1.5 inline size-3.5 align-[-0.125em]" aria-hidden />
        {describeKind(DELETED)}
      </Note>
    );
  }
  const isEmpty = content === null && !media && !location && contacts.length === 0;
  return (
    <>
      {quoted && <QuotedMessage quoted={quoted} contactName={contactName} />}
      {media && <MediaContent message={message} media={media} />}
      {location && <Place location={location} />}
      {contacts.length > 0 && <ContactCards contacts={contacts} />}
      {content !== null && (
        <div className={cn((media || location) && "mt-1.5")}>
          <MessageText text={content} />
        </div>
      )}
      {isEmpty && <Note mine={message.sender === "me"}>{describeKind(kind)}</Note>}
    </>
  );
}

function Note({ mine, children }: { mine: boolean; children: React.ReactNode }) {
  return (
    <p className={cn("italic", mine ? "text-bubble-muted" : "text-muted-foreground")}>{children}</p>
  );
}
