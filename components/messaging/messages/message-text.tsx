import { WhatsappText } from "@/components/shared/layout/whatsapp-text";
import { splitLinks } from "@/lib/domain/messages/message-links";

/** The words of a message, with WhatsApp's formatting and with links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {splitLinks(text).map(({ text: part, href }, index) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have only their place
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="wrap-anywhere underline underline-offset-2"
          >
            {part}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have only their place
          <WhatsappText key={index} text={part} />
        ),
      )}
    </p>
  );
}
