"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { EventLine } from "@/lib/contracts/insights/event-story";
import { describeLine } from "@/lib/domain/events/event-line-text";
import { EVENT_TYPES } from "@/lib/domain/events/event-types";
import { countOf, formatTime } from "@/lib/format";
import { campaignPath, leadPath, leadsOfListPath } from "@/lib/paths";
import { EventIcon } from "./event-icon";
import { EventLineEntries } from "./event-line-entries";
import { NameLink } from "./name-link";

/** The events of one type about one thing on one day; several of them open below it. */
export function EventLineRow({ line }: { line: EventLine }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { what, link, gone, details } = describeLine(line);
  const canOpen = line.entries > 1 && line.event_type in EVENT_TYPES;
  const path = pathOf(line);
  return (
    <li>
      <div className="flex items-center gap-3 py-2 pr-3 pl-5 text-sm">
        <EventIcon type={line.event_type} />
        <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-3">
          <p className="min-w-0 flex-1 text-pretty break-words">
            <span className="font-medium">{what}</span>
            {line.about && (
              <>
                {` ${link} `}
                {path ? <NameLink href={path}>{line.about.name}</NameLink> : line.about.name}
              </>
            )}
            {gone && <span className="text-muted-foreground">{` ${link} ${gone}`}</span>}
            {line.entries === 1 && line.lead && (
              <>
                {" · "}
                <NameLink href={leadPath(line.lead.id)}>{line.lead.name}</NameLink>
              </>
            )}
            {details.map((detail) => (
              <span key={detail} className="text-muted-foreground">{` · ${detail}`}</span>
            ))}
            {line.credits_used > 0 && (
              <span className="text-muted-foreground tabular-nums">
                {` · ${countOf(line.credits_used, "crédito", "créditos")}`}
              </span>
            )}
          </p>
          <span className="shrink-0 whitespace-nowrap text-[0.8125rem] text-muted-foreground tabular-nums">
            {formatSpan(line)}
          </span>
        </div>
        {canOpen ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`Ver um a um: ${what}${line.about ? ` ${link} ${line.about.name}` : ""}`}
            onClick={() => setOpen(!open)}
            className="grid size-8 shrink-0 place-items-center rounded-lg text-muted-foreground transition-colors hover:bg-accent hover:text-foreground pointer-coarse:size-10"
          >
            <ChevronDown
              className={cn("size-4 transition-transform duration-150", open && "rotate-180")}
              aria-hidden
            />
          </button>
        ) : (
          <span className="size-8 shrink-0 max-sm:hidden pointer-coarse:size-10" aria-hidden />
        )}
      </div>
      <div id={id}>{open && <EventLineEntries line={line} />}</div>
    </li>
  );
}

/** The report of a campaign, the leads of a list; null when neither is left. */
function pathOf({ about }: EventLine): string | null {
  if (about?.activity_id) return campaignPath(about.activity_id);
  return about?.list_id ? leadsOfListPath(about.list_id) : null;
}

/** 09:12, or 09:12–17:40 */
function formatSpan({ first_at, last_at }: EventLine): string {
  const [first, last] = [formatTime(first_at), formatTime(last_at)];
  return first === last ? last : `${first}–${last}`;
}
