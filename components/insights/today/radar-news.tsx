"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/shared/state/use-now";
import Link from "@/components/ui/link";
import { describeChanges } from "@/lib/domain/radar/radar";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { formatNumber } from "@/lib/format";
import { paths, radarPath } from "@/lib/paths";
import { todayQuery } from "./today.queries";
import { TodaySection } from "./today-section";

/** Radars that found something new; nothing at all when there is no news. */
export function RadarNews() {
  const now = useNow();
  const { data } = useQuery(todayQuery());
  if (!data || data.radars.length === 0) return null;
  return (
    <TodaySection
      title="Novidades dos radares"
      nothing=""
      errorTitle="Não foi possível carregar os radares"
      count={({ radars }) => ({ count: radars.length, capped: false })}
      action={() => (
        <Link
          href={paths.radar}
          className="rounded text-[0.8125rem] text-muted-foreground underline-offset-4 hover:underline"
        >
          Ver radares
        </Link>
      )}
    >
      {({ radars }) => (
        <ul>
          {radars.map(({ id, name, unseen, since }) => (
            <li key={id} className="-mx-2 rounded-lg px-2 py-2 hover:bg-muted/60">
              <p className="flex items-center gap-2 text-sm">
                <Link
                  href={radarPath(id)}
                  className="min-w-0 truncate rounded font-medium underline-offset-4 hover:underline"
                >
                  Radar {name}
                </Link>
                <time
                  dateTime={since}
                  className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
                >
                  {formatTimeAgo(since, now)}
                </time>
              </p>
              <p className="text-pretty text-[0.8125rem] text-muted-foreground tabular-nums">
                {describeChanges(unseen, formatNumber)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </TodaySection>
  );
}
