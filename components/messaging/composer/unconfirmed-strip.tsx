"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { CornerDownLeft, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { addAttachments } from "@/components/messaging/chat/attachment.queries";
import type { SendVariables } from "@/components/messaging/chat/chat.queries";
import { sendKey } from "@/components/messaging/chat/send-key";
import {
  findUnconfirmedFile,
  forgetUnconfirmed,
  getUnconfirmedKey,
  NONE_UNCONFIRMED,
  readUnconfirmed,
  type Unconfirmed,
} from "@/components/messaging/chat/unconfirmed";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import { Button } from "@/components/ui/button";
import { focusComposer } from "./focus-composer";
import { restoreDraft } from "./use-send";

/** Above the composer: messages with an unknown outcome. None is sent again without the user's click. */
export function UnconfirmedStrip({ chatKey }: { chatKey: string }) {
  const client = useQueryClient();
  const [kept] = useStoredState(getUnconfirmedKey(chatKey), NONE_UNCONFIRMED);
  const [leftBehind] = useState(() => findLeftBehind(client, chatKey));
  const shown = kept.filter(({ key, inDoubt }) => inDoubt || leftBehind.includes(key));
  if (shown.length === 0) return null;

  function takeBack({ key, text }: Unconfirmed) {
    const file = findUnconfirmedFile(key);
    forgetUnconfirmed(chatKey, key);
    if (text !== "") restoreDraft(chatKey, text);
    if (file) addAttachments(client, chatKey, [file]);
    focusComposer();
  }

  return (
    <section
      aria-label="Mensagens sem confirmação"
      className="shrink-0 border-border border-t bg-card"
    >
      <p className="flex items-center gap-2 px-4 pt-1.5 text-[0.8125rem] text-muted-foreground">
        <TriangleAlert className="size-4 shrink-0 text-danger-text" aria-hidden />
        Sem confirmação de envio: confira na conversa se já saiu antes de enviar de novo.
      </p>
      <ul className="relative max-h-40 divide-y divide-border overflow-y-auto">
        {shown.map((each) => (
          <li key={each.key} className="flex items-center gap-2 py-1 pr-2 pl-4 text-sm">
            <p className="min-w-0 flex-1 truncate">{nameOf(each)}</p>
            {(each.text !== "" || findUnconfirmedFile(each.key)) && (
              <Button
                variant="ghost"
                size="icon"
                title="Voltar para o campo"
                aria-label={`Voltar para o campo: ${nameOf(each)}`}
                onClick={() => takeBack(each)}
              >
                <CornerDownLeft aria-hidden />
              </Button>
            )}
            <Button
              variant="ghost"
              size="icon"
              title="Dispensar"
              aria-label={`Dispensar: ${nameOf(each)}`}
              onClick={() => forgetUnconfirmed(chatKey, each.key)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Messages of an earlier page that was closed before the answer. */
function findLeftBehind(client: QueryClient, chatKey: string): string[] {
  const pending = client
    .getMutationCache()
    .findAll({ mutationKey: sendKey(chatKey), exact: true, status: "pending" })
    .map(({ state }) => (state.variables as SendVariables).key);
  return readUnconfirmed(chatKey)
    .map(({ key }) => key)
    .filter((key) => !pending.includes(key));
}

const nameOf = ({ text, fileName }: Unconfirmed) => [fileName, text].filter(Boolean).join(": ");
