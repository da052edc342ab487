"use client";

import { Download, ImageOff } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import type { ChatMedia, ChatMessage } from "@/lib/contracts/chat";
import { getMediaUrl } from "./media.queries";
import { getMediaBox } from "./media-box";

interface PhotoProps {
  message: ChatMessage;
  media: ChatMedia;
}

/** A picture that opens larger; Escape closes it. */
export function Photo({ message, media }: PhotoProps) {
  const thumbnail = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const url = getMediaUrl(message.id);
  const label = message.sender === "me" ? "Foto enviada" : "Foto recebida";
  if (failed) {
    return (
      <div
        style={getMediaBox(media)}
        className="grid place-content-center justify-items-center gap-1.5 rounded-xl bg-current/8 text-[0.8125rem]"
      >
        <ImageOff className="size-5" aria-hidden />
        Foto indisponível
      </div>
    );
  }
  return (
    <>
      <button
        ref={thumbnail}
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`${label}, ampliar`}
        style={getMediaBox(media)}
        className="block cursor-zoom-in overflow-hidden rounded-xl bg-current/8"
      >
        {/* biome-ignore lint/performance/noImgElement: a private file, which no image server may keep */}
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      </button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            thumbnail.current?.focus();
          }}
          className="w-fit max-w-[calc(100vw-2rem)] p-3"
        >
          <DialogTitle className="px-1 pb-2 text-base">{label}</DialogTitle>
          {/* biome-ignore lint/performance/noImgElement: a private file, which no image server may keep */}
          <img
            src={url}
            alt={message.content ?? label}
            className="mx-auto max-h-[calc(100dvh-10rem)] rounded-lg object-contain"
          />
          <div className="flex justify-end pt-2">
            <Button asChild variant="outline" size="sm">
              <a href={getMediaUrl(message.id, { download: true })} download>
                <Download aria-hidden />
                Baixar
              </a>
            </Button>
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}

export function Sticker({ message }: { message: ChatMessage }) {
  return (
    // biome-ignore lint/performance/noImgElement: a private file, which no image server may keep
    <img
      src={getMediaUrl(message.id)}
      alt="Figurinha"
      loading="lazy"
      decoding="async"
      width={144}
      height={144}
      className="size-36 object-contain"
    />
  );
}
