"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, ClockAlert, Download, HardDrive, Loader2 } from "lucide-react";
import type { CSSProperties } from "react";
import { Button } from "@/components/ui/button";
import type { ChatMedia, ChatMessage } from "@/lib/contracts/messaging/chat";
import { formatBytes } from "@/lib/domain/media/media-labels";
import { describeKind } from "@/lib/domain/messages/message-kind";
import { requestMediaMutation } from "./media.queries";

interface MediaStateProps {
  message: ChatMessage;
  media: ChatMedia;
  /** The place that the picture will take. */
  box?: CSSProperties;
}

/** Shown in place of a missing file: on its way, given up, too large or no longer kept. */
export function MediaState({ message, media, box }: MediaStateProps) {
  const client = useQueryClient();
  const request = useMutation(requestMediaMutation(client));
  const label = media.fileName ?? describeKind(message.kind);
  return (
    <div
      style={box}
      className="grid min-h-20 min-w-52 place-content-center justify-items-center gap-1.5 rounded-xl bg-current/8 px-4 py-3 text-center text-[0.8125rem]"
    >
      {STATES[media.state] && <StateIcon state={media.state} />}
      <p className="wrap-anywhere font-medium">{label}</p>
      <p role={media.state === "pending" ? "status" : undefined}>
        {/* Ids of stored messages are positive. */}
        {message.id < 0 ? "Enviando…" : describeState(media)}
      </p>
      {(media.state === "failed" || media.state === "remote") && (
        <Button
          variant="outline"
          size="sm"
          loading={request.isPending}
          onClick={() => request.mutate(message.id)}
        >
          <Download aria-hidden />
          {media.state === "failed" ? "Tentar novamente" : "Baixar"}
        </Button>
      )}
    </div>
  );
}

const STATES: Record<ChatMedia["state"], typeof Loader2 | null> = {
  stored: null,
  remote: null,
  pending: Loader2,
  failed: CircleAlert,
  too_big: HardDrive,
  expired: ClockAlert,
};

function StateIcon({ state }: { state: ChatMedia["state"] }) {
  const Icon = STATES[state];
  if (!Icon) return null;
  return (
    <Icon
      className={`size-5 ${state === "pending" ? "animate-spin motion-reduce:animate-none" : ""}`}
      aria-hidden
    />
  );
}

function describeState({ state, bytes }: ChatMedia): string {
  const size = bytes ? formatBytes(bytes) : null;
  switch (state) {
    case "pending":
      return "Baixando…";
    case "failed":
      return "Não foi possível baixar.";
    case "too_big":
      return size ? `Grande demais para baixar (${size})` : "Grande demais para baixar";
    case "expired":
      return "Mídia expirada";
    default:
      return size ?? "Ainda não baixado";
  }
}
