"use client";

import { type DragEvent, useState } from "react";

/** Files dropped on an element. While `enabled` is false they are refused, and the browser does not open them either. */
export function useFileDrop(enabled: boolean, onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const bearsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over: over && enabled,
    dropProps: {
      onDragOver(event: DragEvent) {
        if (!bearsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = enabled ? "copy" : "none";
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        // Moving onto a child leaves the element too.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!bearsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (enabled) onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
