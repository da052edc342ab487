import { AppError } from "@/lib/errors";

interface Limits {
  /** Bytes that all bodies of this kind may take in memory together. */
  maxBytes: number;
  /** Bodies that one holder may have in memory at once. */
  perHolder: number;
  /** Bodies of one holder that may wait for their turn, unread. */
  waitingPerHolder: number;
  maxWaitMs: number;
  /** The message when the holder's other bodies do not finish in time. */
  holderBusy: string;
  /** The message when other people's bodies do not. */
  allBusy: string;
}

/** One body's share of the budget. */
export interface Holding {
  /** Counts bytes beyond the reserved ones. @throws AppError unavailable when all bodies together are too large */
  grow(bytes: number): void;
  release(): void;
}

interface Claim {
  holder: string;
  reserved: number;
  admit: (() => void) | undefined;
}

/** Bounds the memory for request bodies: of the whole process, and of each holder (an address or a user). */
export function createBodyBudget(limits: Limits) {
  let used = 0;
  const held = new Map<string, number>();
  /** In order of arrival. */
  const waiting = new Set<Claim>();

  /**
   * Waits until the holder may have one more body in memory and `reserved` bytes are free.
   * @throws AppError rate_limited or unavailable when that takes too long
   */
  async function hold(holder: string, reserved: number): Promise<Holding> {
    const claim: Claim = { holder, reserved, admit: undefined };
    waiting.add(claim);
    admitNext();
    if (waiting.has(claim)) await wait(claim);
    let size = reserved;
    let isReleased = false;
    return {
      grow(bytes) {
        if (used + bytes > limits.maxBytes) throw busyError("unavailable", limits.allBusy);
        used += bytes;
        size += bytes;
      },
      release() {
        if (isReleased) return;
        isReleased = true;
        used -= size;
        addHeld(holder, -1);
        admitNext();
      },
    };
  }

  function wait(claim: Claim): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        waiting.delete(claim);
        reject(
          isHolderBusy(claim.holder)
            ? busyError("rate_limited", limits.holderBusy)
            : busyError("unavailable", limits.allBusy),
        );
        // Bodies behind it may fit.
        admitNext();
      };
      const ahead = [...waiting].filter(({ holder }) => holder === claim.holder).length;
      if (ahead > limits.waitingPerHolder) return refuse();
      const timer = setTimeout(refuse, limits.maxWaitMs);
      claim.admit = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function admitNext() {
    for (const claim of waiting) {
      if (isHolderBusy(claim.holder)) continue;
      // Smaller ones behind it wait too, or a large one would never be admitted.
      if (used + claim.reserved > limits.maxBytes) return;
      waiting.delete(claim);
      used += claim.reserved;
      addHeld(claim.holder, 1);
      claim.admit?.();
    }
  }

  function isHolderBusy(holder: string): boolean {
    return (held.get(holder) ?? 0) >= limits.perHolder;
  }

  function addHeld(holder: string, change: 1 | -1) {
    const count = (held.get(holder) ?? 0) + change;
    if (count > 0) held.set(holder, count);
    else held.delete(holder);
  }

  return { hold };
}

const RETRY_AFTER_S = 10;

function busyError(code: "rate_limited" | "unavailable", message: string): AppError {
  return new AppError(code, message, { retryAfterSeconds: RETRY_AFTER_S });
}
