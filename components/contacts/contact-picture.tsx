"use client";

import { useState } from "react";

interface ContactPictureProps {
  url: string | null;
  name: string | null;
}

/** Falls back to the initial without a picture, also when WhatsApp's picture URL has expired. */
export function ContactPicture({ url, name }: ContactPictureProps) {
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
        className="size-8 rounded-full bg-muted object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="grid size-8 place-items-center rounded-full bg-success-soft font-semibold text-sm text-success-text uppercase"
    >
      {name?.match(/[\p{L}\p{N}]/u)?.[0] ?? "?"}
    </span>
  );
}
