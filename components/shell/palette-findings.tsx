"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity, ListChecks, User } from "lucide-react";
import { useEffect, useState } from "react";
import { getActivityName } from "@/components/campaigns/activity-name";
import { campaignQueries } from "@/components/campaigns/campaigns.queries";
import { leadQueries } from "@/components/leads/leads.queries";
import { listQueries } from "@/components/lists/lists.queries";
import { foldText } from "@/lib/domain/text/fold-text";
import { campaignPath, leadPath, leadsOfListPath } from "@/lib/paths";
import { Entry, FOUND_PREFIX, Group } from "./palette-entry";

const DEBOUNCE_MS = 250;
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
  const wanted = foldText(search);
  const campaigns = activities.data?.filter((activity) =>
    foldText(getActivityName(activity)).includes(wanted),
  );
  return (
    <>
      {leads.data && leads.data.leads.length > 0 && (
        <Group heading="Leads">
          {leads.data.leads.slice(0, SHOWN).map(({ id, name }) => (
            <Entry
              key={id}
              icon={User}
              label={name}
              value={`${FOUND_PREFIX}lead ${id}`}
              onSelect={() => onOpen(leadPath(id))}
            />
          ))}
        </Group>
      )}
      {lists.data && lists.data.lists.length > 0 && (
        <Group heading="Listas">
          {lists.data.lists.slice(0, SHOWN).map(({ id, name }) => (
            <Entry
              key={id}
              icon={ListChecks}
              label={name}
              value={`${FOUND_PREFIX}list ${id}`}
              onSelect={() => onOpen(leadsOfListPath(id))}
            />
          ))}
        </Group>
      )}
      {campaigns && campaigns.length > 0 && (
        <Group heading="Campanhas">
          {campaigns.slice(0, SHOWN).map((activity) => (
            <Entry
              key={activity.id}
              icon={Activity}
              label={getActivityName(activity)}
              value={`${FOUND_PREFIX}campaign ${activity.id}`}
              onSelect={() => onOpen(campaignPath(activity.id))}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
