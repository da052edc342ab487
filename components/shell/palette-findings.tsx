"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity, ListChecks, type LucideIcon, User } from "lucide-react";
import { getActivityName } from "@/components/campaigns/activities/activity-name";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { listQueries } from "@/components/leads/lists/lists.queries";
import { useDebounced } from "@/components/shared/state/use-debounced";
import type { Lead } from "@/lib/contracts/leads/leads";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { holdsWords } from "@/lib/domain/text/fold-text";
import { countOf } from "@/lib/format";
import { campaignPath, leadPath, leadsOfListPath } from "@/lib/paths";
import { Entry, FOUND_PREFIX, Group } from "./palette-entry";

const MIN_LENGTH = 2;
const SHOWN = 5;

interface PaletteFindingsProps {
  typed: string;
  onOpen: (href: string) => void;
}

/** The user's leads, lists and campaigns with the typed text in their names. */
export function PaletteFindings({ typed, onOpen }: PaletteFindingsProps) {
  const search = useDebounced(typed.trim());
  const enabled = search.length >= MIN_LENGTH && search === typed.trim();
  const leads = useQuery({ ...leadQueries.list({ search, per_page: 10 }), enabled });
  const lists = useQuery({ ...listQueries.page({ search, per_page: 10 }), enabled });
  const activities = useQuery({ ...campaignQueries.activities(), enabled });
  if (!enabled) return null;
  const campaigns = activities.data?.filter((activity) =>
    holdsWords(getActivityName(activity), search),
  );
  return (
    <>
      <Findings
        heading="Leads"
        icon={User}
        found={leads.data?.leads.map((lead) => ({
          label: lead.name,
          hint: describeLead(lead),
          href: leadPath(lead.id),
        }))}
        onOpen={onOpen}
      />
      <Findings
        heading="Listas"
        icon={ListChecks}
        found={lists.data?.lists.map(({ id, name, total_leads }) => ({
          label: name,
          hint: countOf(total_leads, "lead", "leads"),
          href: leadsOfListPath(id),
        }))}
        onOpen={onOpen}
      />
      <Findings
        heading="Campanhas"
        icon={Activity}
        found={campaigns?.map((activity) => ({
          label: getActivityName(activity),
          href: campaignPath(activity.id),
        }))}
        onOpen={onOpen}
      />
    </>
  );
}

interface FindingsProps {
  heading: string;
  icon: LucideIcon;
  found: { label: string; hint?: string; href: string }[] | undefined;
  onOpen: (href: string) => void;
}

function Findings({ heading, icon, found = [], onOpen }: FindingsProps) {
  if (found.length === 0) return null;
  return (
    <Group heading={heading}>
      {found.slice(0, SHOWN).map(({ label, hint, href }) => (
        <Entry
          key={href}
          icon={icon}
          label={label}
          hint={hint}
          value={`${FOUND_PREFIX}${href}`}
          onSelect={() => onOpen(href)}
        />
      ))}
    </Group>
  );
}

/** Leads share names: a chain's shops do. */
function describeLead({ city, whatsapp }: Lead): string {
  return [city, formatKeptNumber(whatsapp)].filter(Boolean).join(" · ");
}
