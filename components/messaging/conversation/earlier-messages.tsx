"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { chatMutations } from "@/components/messaging/chat/chat.queries";
import { Button } from "@/components/ui/button";
import type { ChatMessage } from "@/lib/contracts/messaging/chat";

/** Loads ahead of the scrolling, by about half a screen. */
const AHEAD = "400px 0px 0px 0px";

interface EarlierMessagesProps {
  chatKey: string;
  /** The earliest message shown. */
  first: ChatMessage | undefined;
}

/** Loads earlier messages when it comes into view; the button is for keyboards, and after a failure. */
export function EarlierMessages({ chatKey, first }: EarlierMessagesProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, isError } = useMutation(
    chatMutations.loadEarlier(useQueryClient(), chatKey),
  );
  const before = first?.id;

  useEffect(() => {
    const element = button.current;
    if (!element || before === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        // Once for each earliest message: the next one starts a new observer.
        observer.disconnect();
        mutate(before);
      },
      { root: element.closest("[data-history]"), rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [before, mutate]);

  return (
    <div className="flex justify-center pb-2">
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        loading={isPending}
        onClick={() => before !== undefined && mutate(before)}
      >
        {isError ? (
          <span role="alert" className="text-danger-text">
            Erro ao carregar mensagens. Tentar novamente
          </span>
        ) : (
          "Carregar mensagens anteriores"
        )}
      </Button>
    </div>
  );
}
