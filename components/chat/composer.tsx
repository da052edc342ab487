"use client";

import { LayoutTemplate, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useStoredState } from "@/components/shared/use-stored-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inputClasses } from "@/components/ui/input";
import type { ChatMessage } from "@/lib/contracts/chat";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { formatNumber } from "@/lib/format";
import { useCannedAnswerMenu } from "./canned-answer-menu";
import { ReplyPreview } from "./reply-preview";
import { getDraftKey, type SendText } from "./use-send";

interface ComposerProps {
  chatKey: string;
  /** Undefined until known. */
  connected: boolean | undefined;
  /** The connection could not be asked for. */
  failed: boolean;
  /** The message that the next text answers. */
  answered: ChatMessage | null;
  /** The other side's name. */
  contactName: string;
  onCancelAnswer: () => void;
  /** Undefined where the provider has no templates. */
  onChooseTemplate: (() => void) | undefined;
  /** Called with the text at each change. */
  onType: (text: string) => void;
  onSend: SendText;
}

export function Composer({
  chatKey,
  connected,
  failed,
  answered,
  contactName,
  onCancelAnswer,
  onChooseTemplate,
  onType,
  onSend,
}: ComposerProps) {
  const [draft, setDraft] = useStoredState(getDraftKey(chatKey), "");
  const input = useRef<HTMLTextAreaElement>(null);
  const text = draft.trim();
  const tooLong = text.length > MESSAGE_MAX_LENGTH;
  const unknown = connected === undefined && !failed;
  const canned = useCannedAnswerMenu(draft, change);

  function change(next: string) {
    setDraft(next);
    onType(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = "auto";
    // The border is not part of the scroll height.
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [draft]);

  useEffect(() => {
    if (connected) focusUnlessElsewhere(input.current);
  }, [connected]);

  function send() {
    if (!connected || text === "" || tooLong) return;
    onSend(text, answered);
    onCancelAnswer();
    change("");
    input.current?.focus();
  }

  useEffect(() => {
    if (answered) input.current?.focus();
  }, [answered]);

  function onKeyDown(event: KeyboardEvent) {
    if (canned.onKeyDown(event)) return;
    if (event.key === "Escape" && answered) {
      event.preventDefault();
      return onCancelAnswer();
    }
    // Enter also confirms a word of an input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      aria-label="Escrever mensagem"
      className="shrink-0 border-border border-t bg-card px-3 py-2.5 @2xl:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {answered && (
        <ReplyPreview message={answered} contactName={contactName} onCancel={onCancelAnswer} />
      )}
      {tooLong && (
        <p role="alert" className="mb-1.5 text-[0.8125rem] text-danger-text">
          A mensagem pode ter até {formatNumber(MESSAGE_MAX_LENGTH)} caracteres: faltam tirar{" "}
          {formatNumber(text.length - MESSAGE_MAX_LENGTH)}.
        </p>
      )}
      {canned.menu}
      <div className="flex items-end gap-2">
        {onChooseTemplate && (
          <Button variant="ghost" size="lg" aria-label="Enviar modelo" onClick={onChooseTemplate}>
            <LayoutTemplate aria-hidden />
          </Button>
        )}
        <textarea
          {...canned.inputProps}
          ref={input}
          aria-label="Mensagem"
          aria-invalid={tooLong || undefined}
          placeholder={unknown || connected ? "Digite uma mensagem" : "WhatsApp desconectado"}
          disabled={!connected}
          rows={1}
          value={draft}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          className={cn(inputClasses, "max-h-[30dvh] resize-none px-3 py-2 leading-5.5")}
        />
        <Button
          type="submit"
          size="lg"
          aria-label="Enviar mensagem"
          disabled={!connected || text === "" || tooLong}
        >
          <SendHorizontal aria-hidden />
        </Button>
      </div>
    </form>
  );
}

/** On a touch screen the focus would open the keyboard over the messages. */
function focusUnlessElsewhere(input: HTMLTextAreaElement | null): void {
  const { activeElement } = document;
  const isFree = activeElement === document.body || activeElement?.closest("[data-chat-row]");
  if (isFree && matchMedia("(pointer: fine)").matches) input?.focus();
}
