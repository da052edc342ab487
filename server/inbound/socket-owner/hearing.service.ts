import {
  type ConnectionGap,
  getPatienceMs,
  getProbeDelayMs,
  type Hearing,
} from "@/lib/domain/whatsapp/hearing";
import type { WebhookContent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import type { Ears } from "./ears.baileys";

/** The library ended a connection that had carried nothing for half a minute. */
const CONNECTION_LOST = 408;
/** Clocks of WhatsApp and of this machine may differ by this much. */
const CLOCK_MS = 5_000;

/** A connection that ended because nothing came through, and what has arrived since from that time. */
interface Suspicion {
  kind: ConnectionGap["kind"];
  since: Date;
  endedAt: Date;
  /** When the first message that arrived late was written. */
  firstLate: Date | null;
  late: number;
  missing: Set<string>;
}

export interface HearingWatch {
  /** A connection is open. */
  opened(ears: Ears): void;
  /** It ended, with WhatsApp's code or without one. */
  closed(code: number | null): void;
  /** WhatsApp did not confirm a message of ours in time. */
  suspect(): void;
  /** What a connection reports, in order. */
  note(content: WebhookContent): void;
  stop(): void;
}

/**
 * Probes the connection of one phone while it is quiet, and has it opened again when it carries nothing. What the next
 * connection delivers shows what was missed: WhatsApp keeps what it could not deliver.
 */
export function createHearing(options: {
  instanceId: number;
  /** Whether events wait for our own database: then the connection is not what is slow. */
  isBehind(): boolean;
  renew(): void;
  report(gap: ConnectionGap): void;
}): HearingWatch {
  const firstMs = env.WHATSAPP_PROBE_SECONDS * 1_000;
  // WhatsApp delivers what it kept for us within seconds of a connection.
  const settleMs = getPatienceMs(firstMs);
  let ears: Ears | null = null;
  let timer: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let suspicion: Suspicion | null = null;
  let quietProbes = 0;
  let probedAt = 0;
  /** The connection that is being probed: one that ended meanwhile must not keep another from being probed. */
  let probing: Ears | null = null;
  /** Since when a message of ours waits for its confirmation. */
  let unconfirmedSince: Date | null = null;

  function schedule(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), ms);
  }

  async function look() {
    const probed = ears;
    if (!probed) return;
    // What arrives right after a probe may be the phone's answer to it.
    if (probed.heardAt.getTime() > probedAt + settleMs) quietProbes = 0;
    const dueInMs = probed.heardAt.getTime() + getProbeDelayMs(firstMs, quietProbes) - Date.now();
    if (dueInMs > 0) schedule(dueInMs);
    else await probe(probed);
  }

  async function probe(probed: Ears) {
    if (probing === probed) return;
    if (options.isBehind()) return schedule(firstMs);
    probing = probed;
    const found = await probed.probe().catch((error: unknown): Hearing => {
      // A probe that could not be sent says nothing about the connection.
      logger.warn({ instanceId: options.instanceId, err: error }, "whatsapp connection not probed");
      return "hears";
    });
    if (probing === probed) probing = null;
    if (ears !== probed) return;
    probedAt = Date.now();
    quietProbes += 1;
    if (found === "hears") {
      unconfirmedSince = null;
      return schedule(getProbeDelayMs(firstMs, quietProbes));
    }
    logger.warn({ instanceId: options.instanceId, found }, "whatsapp connection carries nothing");
    suspicion = begin(found === "mute" ? "mute" : "deaf", probed);
    options.renew();
  }

  /** A suspicion that follows another, before anything arrived, is the same one. */
  function begin(kind: Suspicion["kind"], { heardAt, answeredAt, unreported }: Ears): Suspicion {
    const endedAt = new Date();
    if (suspicion) return { ...suspicion, endedAt };
    const since = kind === "deaf" ? heardAt : earlier(answeredAt, unconfirmedSince);
    return { kind, since, endedAt, firstLate: null, late: 0, missing: new Set(unreported) };
  }

  function settle(openedAt: Date) {
    if (!suspicion) return;
    const { kind, since, firstLate, late, missing } = suspicion;
    suspicion = null;
    // A phone that is quiet or switched off looks like a deaf connection, until the next connection delivers nothing.
    if (kind === "deaf" && late === 0 && missing.size === 0) return;
    const from = kind === "deaf" && firstLate && firstLate > since ? firstLate : since;
    options.report({ kind, from, until: openedAt, late, missing: missing.size });
  }

  return {
    opened(next) {
      ears = next;
      unconfirmedSince = null;
      schedule(getProbeDelayMs(firstMs, quietProbes));
      clearTimeout(settling);
      if (suspicion) settling = setTimeout(settle, settleMs, new Date());
    },
    closed(code) {
      if (ears && code === CONNECTION_LOST) suspicion = begin("mute", ears);
      ears = null;
      clearTimeout(timer);
      clearTimeout(settling);
    },
    suspect() {
      if (!ears) return;
      unconfirmedSince ??= new Date();
      void probe(ears);
    },
    note({ events }) {
      if (!suspicion) return;
      for (const event of events) {
        if (event.type !== "message" || event.origin !== "live") continue;
        suspicion.missing.delete(event.id);
        const sentAt = event.sentAt.getTime();
        const isLate =
          sentAt >= suspicion.since.getTime() - CLOCK_MS && sentAt <= suspicion.endedAt.getTime();
        if (!isLate) continue;
        suspicion.late += 1;
        if (!suspicion.firstLate || event.sentAt < suspicion.firstLate) {
          suspicion.firstLate = event.sentAt;
        }
      }
    },
    stop() {
      ears = null;
      clearTimeout(timer);
      clearTimeout(settling);
    },
  };
}

function earlier(one: Date, other: Date | null): Date {
  return other && other < one ? other : one;
}
