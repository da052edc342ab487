"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Next's link, which fetches its screen ahead once it is about to be opened: left to itself it does so for every link in
 * sight, some thirty on a page, each rendered by the server and most of them never opened.
 */
export default function Link({
  onPointerEnter,
  onTouchStart,
  ...props
}: ComponentProps<typeof NextLink>) {
  const [isNear, setNear] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isNear}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        setNear(true);
        onTouchStart?.(event);
      }}
    />
  );
}
