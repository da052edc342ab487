"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";

interface AttachButtonProps {
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Reset, so that choosing the same file again fires a change.
          target.value = "";
        }}
      />
      <Button
        variant="ghost"
        size="icon"
        className="size-10"
        aria-label="Anexar arquivos"
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden />
      </Button>
    </>
  );
}
