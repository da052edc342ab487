"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { OwnValueInput } from "@/components/leads/own-fields/own-value-input";
import { PhoneInput } from "@/components/shared/forms/phone-input";
import { isComposing } from "@/components/shared/state/is-composing";
import { CellOverlay } from "@/components/shared/table/cell-overlay";
import type { CellPlace } from "@/components/shared/table/use-cell-keys";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { Textarea } from "@/components/ui/textarea";
import { leadPath } from "@/lib/paths";
import type { LeadCell, Typed } from "./lead-cells";
import type { Refusal } from "./use-lead-edits";

/** Where the focus goes after a value was given: it stays in the cell, or the next or previous one is edited. */
export type AfterEdit = "stay" | "next" | "previous" | "leave";

interface CellEditorProps {
  place: CellPlace;
  cell: LeadCell;
  leadName: string;
  /** The text that was typed before, and why it was refused. */
  refused: (Refusal & { typed: Typed }) | undefined;
  onGive: (typed: Typed, after: AfterEdit) => void;
  onCancel: () => void;
}

/** Edits a value in its cell: Enter saves, Tab moves to the next cell, Esc cancels, as does leaving it unchanged. */
export function CellEditor({ place, cell, leadName, refused, onGive, onCancel }: CellEditorProps) {
  const [typed, setTyped] = useState<Typed>(refused?.typed ?? cell.typed);
  const [problem, setProblem] = useState<Refusal | undefined>(refused);
  const [fieldId, problemId] = [useId(), useId()];
  // Enter and Tab take the editor away, whose field then loses the focus too.
  const isDone = useRef(false);
  const editor = useRef<HTMLDivElement>(null);

  function give(after: AfterEdit) {
    if (isDone.current) return;
    // A date that cannot be read shows its own error; the value is still the previous one.
    if (editor.current?.querySelector("input")?.checkValidity() === false) return;
    const read = cell.read(typed);
    if (!read.ok) return setProblem({ reason: read.reason });
    isDone.current = true;
    onGive(typed, after);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    // An open list of choices answers by itself.
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      isDone.current = true;
      onCancel();
      return;
    }
    // Tab goes to the link, where Enter opens the lead that it names.
    const isTab = event.key === "Tab" && !event.shiftKey;
    if (event.target instanceof HTMLAnchorElement || (isTab && problem?.existingId !== undefined)) {
      return;
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      give("stay");
    } else if (event.key === "Tab") {
      event.preventDefault();
      give(event.shiftKey ? "previous" : "next");
    }
  }

  function onBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // The window lost the focus, not the field.
    if (document.activeElement && event.currentTarget.contains(document.activeElement)) return;
    give("leave");
  }

  return (
    <CellOverlay place={place} className="min-w-48">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, whichever it is */}
      <div
        ref={editor}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        data-refused={problem ? "" : undefined}
        className="rounded-lg bg-card p-0.5 shadow-popover"
      >
        <label htmlFor={fieldId} className="sr-only">
          {cell.label} de {leadName}
        </label>
        <Focused>
          <Control
            cell={cell}
            typed={typed}
            onChange={(next) => {
              setTyped(next);
              setProblem(undefined);
            }}
            id={fieldId}
            aria-invalid={problem !== undefined}
            aria-describedby={problem && problemId}
          />
        </Focused>
        {problem && (
          <InSight key={problem.reason}>
            <p id={problemId} role="alert" className="px-2 py-1 text-[0.8125rem] text-danger-text">
              {problem.reason}
            </p>
            {problem.existingId !== undefined && (
              <Button asChild variant="link" size="inline" className="mx-2 mb-1">
                <Link
                  href={leadPath(problem.existingId)}
                  onClick={() => {
                    isDone.current = true;
                    onCancel();
                  }}
                >
                  Abrir lead existente
                </Link>
              </Button>
            )}
          </InSight>
        )}
      </div>
    </CellOverlay>
  );
}

/** Scrolls content below the last row into view. */
function InSight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise, which is no clean-up of an effect.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  return <div ref={box}>{children}</div>;
}

/** Gives the focus to the field inside, with its text selected. */
function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = box.current?.querySelector<HTMLElement>("input, select, textarea");
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, []);
  return <div ref={box}>{children}</div>;
}

interface ControlProps {
  cell: LeadCell;
  typed: Typed;
  onChange: (typed: Typed) => void;
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

function Control({ cell, typed, onChange, ...control }: ControlProps) {
  const text = Array.isArray(typed) ? "" : typed;
  if (typeof cell.control === "object") {
    return (
      <OwnValueInput {...control} field={cell.control.own} value={typed} onChange={onChange} />
    );
  }
  if (cell.control === "phone") {
    return <PhoneInput {...control} value={text} autoComplete="off" onChange={onChange} />;
  }
  if (cell.control === "area") {
    return (
      <Textarea
        {...control}
        value={text}
        rows={4}
        onChange={({ target }) => onChange(target.value)}
        className="w-full min-w-72 text-sm"
      />
    );
  }
  return (
    <Input
      {...control}
      value={text}
      autoComplete="off"
      inputMode={cell.control === "value" ? "decimal" : "text"}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
