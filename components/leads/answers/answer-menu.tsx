"use client";

import type { ReactElement } from "react";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { type AnsweredChat, useAnswerMenu } from "./use-answer-menu";

interface AnswerMenuProps {
  chat: AnsweredChat;
  trigger: ReactElement<{ [name: string]: unknown }>;
  /** Receives the focus when the menu has closed, instead of the trigger. */
  onClosed?: (chosen: boolean) => void;
}

/** Corrects what a contact's latest words mean. */
export function AnswerMenu({ chat, ...menu }: AnswerMenuProps) {
  const { entries } = useAnswerMenu(chat);
  return <DropdownMenu entries={entries} {...menu} />;
}
