"use client";

import { useState } from "react";
import { cn } from "@/components/ui/cn";

interface ContactPictureProps {
  url: string | null;
  name: string | null;
  large?: boolean;
}

/** Falls back to the initial without a picture, also when WhatsApp's picture URL has expired. */
export function ContactPicture({ url, name, large = false }: ContactPictureProps) {
  const size = large ? "size-10" : "size-8";
  const [failed, setFailed] = useState(false);
  if (url && !failed) {
    return (
      // biome-ignore lint/performance/noImgElement: it comes from WhatsApp's servers as small as it is shown
      <img
        src={url}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className={cn("shrink-0 rounded-full bg-muted object-cover", size)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={cn(
        "grid shrink-0 place-items-center rounded-full bg-success-soft font-semibold text-sm text-success-text uppercase",
        size,
      )}
    >
      {name?.match(/[\p{L}\p{N}]/u)?.[0] ?? "?"}
    </span>
  );
}
