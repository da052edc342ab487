"use client";

import { LayoutTemplate, SendHorizontal, Smile } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isComposing } from "@/components/shared/state/is-composing";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inputClasses } from "@/components/ui/input";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";
import { CAPTION_MAX_LENGTH, takesCaption } from "@/lib/domain/media/sent-media";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { formatNumber } from "@/lib/format";
import { AttachButton } from "./attach-button";
import { AttachmentTray } from "./attachment-tray";
import { useCannedAnswerMenu } from "./canned-answer-menu";
import { EmojiPanel } from "./emoji-panel";
import { COMPOSER_INPUT } from "./focus-composer";
import { ReplyPreview } from "./reply-preview";
import { SendLaterMenu } from "./send-later-menu";
import type { Attachments } from "./use-attachments";
import { useCannedPick } from "./use-canned-pick";
import { getDraftKey, type Send } from "./use-send";

interface ComposerProps {
  chatKey: string;
  /** Undefined until known. */
  connected: boolean | undefined;
  /** The state of the connection could not be loaded. */
  failed: boolean;
  /** Whether this WhatsApp sends files. */
  sendsFiles: boolean;
  attachments: Attachments;
  /** The message that the next one answers. */
  answered: ChatMessage | null;
  /** The other side's name. */
  contactName: string;
  /** Fills the variables of a canned answer. */
  fillAnswer: (text: string) => Promise<string>;
  onCancelAnswer: () => void;
  /** Undefined where the provider has no templates. */
  onChooseTemplate: (() => void) | undefined;
  /** Called with the text at each change. */
  onType: (text: string) => void;
  onSend: Send;
  /** The texts that are on their way to be scheduled. */
  scheduling: string[];
  /** `time`: a wall-clock time in São Paulo; null if the user still has to choose it. */
  onSchedule: (text: string, choice: { time: string | null; stays: boolean }) => void;
}

/** The position for an emoji before the input was ever focused. */
const END = { selectionStart: MESSAGE_MAX_LENGTH, selectionEnd: MESSAGE_MAX_LENGTH };

export function Composer({
  chatKey,
  connected,
  failed,
  sendsFiles,
  attachments,
  answered,
  contactName,
  fillAnswer,
  onCancelAnswer,
  onChooseTemplate,
  onType,
  onSend,
  scheduling,
  onSchedule,
}: ComposerProps) {
  const [draft, setDraft] = useStoredState(getDraftKey(chatKey), "");
  const input = useRef<HTMLTextAreaElement>(null);
  const cannedPick = useCannedPick({
    chatKey,
    draft,
    sendsFiles,
    fillAnswer,
    onFilled: (filled, file) => {
      if (file) attachments.put([file]);
      change(filled);
    },
  });
  const text = draft.trim();
  const { files } = attachments;
  const sendable = files.filter(({ refusal }) => refusal === null);
  const isCaption = sendable.some(({ kind }) => takesCaption(kind));
  const maxLength = isCaption ? CAPTION_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  const tooLong = text.length > maxLength;
  const canSend =
    connected &&
    !tooLong &&
    !scheduling.includes(text) &&
    !cannedPick.filling &&
    (sendable.length > 0 || (text !== "" && files.length === 0));
  const unknown = connected === undefined && !failed;
  const canned = useCannedAnswerMenu(draft, cannedPick);
  const [emojis, setEmojis] = useState(false);
  const emojiId = useId();

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
    if (!canSend) return;
    onSend({ text, files: sendable }, answered);
    onCancelAnswer();
    attachments.clear();
    change("");
    input.current?.focus();
  }

  useEffect(() => {
    if (answered || files.length > 0) input.current?.focus();
  }, [answered, files.length]);

  function insert(emoji: string) {
    const { selectionStart: from, selectionEnd: to } = input.current ?? END;
    change(draft.slice(0, from) + emoji + draft.slice(to));
    const caret = Math.min(from, draft.length) + emoji.length;
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  }

  /** Escape puts away one thing after the other: the files, then the answer. */
  function onEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (files.length === 0 && !answered) return;
    event.preventDefault();
    if (files.length > 0) attachments.clear();
    else onCancelAnswer();
    input.current?.focus();
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    // Spreadsheets add a picture of the cells to their text.
    if (!sendsFiles || pasted.length === 0 || event.clipboardData.types.includes("text/plain"))
      return;
    event.preventDefault();
    attachments.add(pasted);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (canned.onKeyDown(event)) return;
    // Enter also confirms a word of an input method.
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      aria-label="Escrever mensagem"
      onKeyDown={onEscape}
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
          {isCaption ? "A legenda" : "A mensagem"} pode ter até {formatNumber(maxLength)}{" "}
          caracteres: faltam tirar {formatNumber(text.length - maxLength)}.
        </p>
      )}
      {files.length > 0 && <AttachmentTray files={files} onRemove={attachments.remove} />}
      {canned.menu}
      {emojis && (
        <EmojiPanel
          id={emojiId}
          onPick={insert}
          onClose={() => {
            setEmojis(false);
            input.current?.focus();
          }}
        />
      )}
      <div className="flex items-end gap-1 @2xl:gap-2">
        {sendsFiles && <AttachButton disabled={!connected} onFiles={attachments.add} />}
        <Button
          variant="ghost"
          size="icon"
          className="size-10"
          aria-label="Emojis"
          aria-expanded={emojis}
          aria-controls={emojis ? emojiId : undefined}
          disabled={!connected}
          onClick={() => setEmojis(!emojis)}
        >
          <Smile aria-hidden />
        </Button>
        {onChooseTemplate && (
          <Button variant="ghost" size="lg" aria-label="Enviar modelo" onClick={onChooseTemplate}>
            <LayoutTemplate aria-hidden />
          </Button>
        )}
        <textarea
          {...canned.inputProps}
          {...COMPOSER_INPUT}
          ref={input}
          aria-label="Mensagem"
          aria-invalid={tooLong || undefined}
          placeholder={getPlaceholder(unknown || connected === true, isCaption)}
          disabled={!connected}
          rows={1}
          value={draft}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={cn(inputClasses, "max-h-[30dvh] resize-none px-3 py-2 leading-5.5")}
        />
        <SendLaterMenu
          disabled={text === "" || tooLong || files.length > 0 || cannedPick.filling}
          pending={scheduling.length > 0}
          isAnswer={answered !== null}
          onSchedule={(choice) => onSchedule(text, choice)}
        />
        <Button type="submit" size="lg" aria-label="Enviar mensagem" disabled={!canSend}>
          <SendHorizontal aria-hidden />
        </Button>
      </div>
    </form>
  );
}

function getPlaceholder(usable: boolean, isCaption: boolean): string {
  if (!usable) return "WhatsApp desconectado";
  return isCaption ? "Escreva uma legenda" : "Digite uma mensagem";
}

/** On a touch screen the focus would open the keyboard over the messages. */
function focusUnlessElsewhere(input: HTMLTextAreaElement | null): void {
  const { activeElement } = document;
  const isFree = activeElement === document.body || activeElement?.closest("[data-chat-row]");
  if (isFree && matchMedia("(pointer: fine)").matches) input?.focus();
}
