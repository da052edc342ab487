import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { formatMessageTime } from "@/lib/domain/messages/chat-times";

/** The mark of an edited message, which opens its earlier texts. */
export function EarlierTexts({ earlier }: Pick<ChatMessage, "earlier">) {
  if (earlier.length === 0) return <span>editada</span>;
  return (
    <details className="max-w-full">
      <summary className="cursor-pointer list-none text-end underline decoration-dotted underline-offset-2 pointer-coarse:py-2">
        editada
      </summary>
      <ol
        aria-label="Antes da edição"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-1 grid max-h-60 gap-1.5 overflow-y-auto"
      >
        {earlier.map(({ text, timestamp }) => (
          <li key={`${timestamp} ${text}`}>
            <span className="wrap-anywhere whitespace-pre-wrap line-through">
              {text ?? "(sem texto)"}
            </span>{" "}
            <time dateTime={timestamp} className="tabular-nums">
              {formatMessageTime(timestamp)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  );
}
