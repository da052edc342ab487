"use client";

import { ImageOff } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import type { ChatMedia, ChatMessage } from "@/lib/contracts/messaging/chat";
import { getMediaUrl } from "./media.queries";
import { getMediaBox } from "./media-box";

const PhotoDialog = lateDialog(async () => (await import("./photo-dialog")).PhotoDialog);

interface PhotoProps {
  message: ChatMessage;
  media: ChatMedia;
}

/** A picture that opens larger; Escape closes it. */
export function Photo({ message, media }: PhotoProps) {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const url = getMediaUrl(message.id);
  const label = message.sender === "me" ? "Foto enviada" : "Foto recebida";
  if (failed) return <Unavailable box={getMediaBox(media)}>Foto indisponível</Unavailable>;
  return (
    <>
      <button
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
      {open && <PhotoDialog message={message} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

export function Sticker({ message }: { message: ChatMessage }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Unavailable box={STICKER_BOX}>Figurinha indisponível</Unavailable>;
  return (
    // biome-ignore lint/performance/noImgElement: a private file, which no image server may keep
    <img
      src={getMediaUrl(message.id)}
      alt="Figurinha"
      loading="lazy"
      decoding="async"
      width={144}
      height={144}
      onError={() => setFailed(true)}
      className="size-36 object-contain"
    />
  );
}

const STICKER_BOX = { width: "9rem", aspectRatio: "1" };

/** Shown instead of a picture that did not load, or that the browser cannot read. */
function Unavailable({ box, children }: { box: CSSProperties; children: string }) {
  return (
    <div
      style={box}
      className="grid place-content-center justify-items-center gap-1.5 rounded-xl bg-current/8 px-2 text-center text-[0.8125rem]"
    >
      <ImageOff className="size-5" aria-hidden />
      {children}
    </div>
  );
}
