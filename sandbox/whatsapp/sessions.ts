import { randomBytes } from "node:crypto";
import QRCode from "qrcode";
import type { Faults } from "../faults/faults";
import type { Store } from "../store/store";
import type { Timers } from "../timers";
import { describePhone } from "./phones";
import type { Webhooks } from "./webhooks";

export type ConnectionState = "open" | "connecting" | "close";

/** The response of `connect`; only `count` until the first code exists. */
interface QrCode {
  pairingCode: string | null;
  code?: string;
  base64?: string;
  count: number;
}

type ScanResult = "paired" | "unknown-code" | "phone-banned";

export interface Sessions {
  getState(instance: string): ConnectionState;
  getQr(instance: string): QrCode | null;
  /** Starts pairing, or reconnects the paired phone. */
  connect(instance: string, number: string | null): Promise<QrCode>;
  scan(code: string, phone: string): ScanResult;
  findInstanceShowing(code: string): string | null;
  /** Drops the connection; it is restored after `delayMs`. */
  disconnect(instance: string, delayMs: number): void;
  /** Ends the pairing, by logout (401) or ban (403): a new QR Code is needed. */
  endPairing(instance: string, code: 401 | 403): void;
  /** Removes the session without emitting webhooks. */
  forget(instance: string): void;
  /** Reconnects paired instances after a restart; others stay closed. */
  restore(): void;
  clear(): void;
}

interface Session {
  state: ConnectionState;
  qr: QrCode | null;
  /** Lets a late timer detect that its session has been replaced. */
  generation: number;
}

interface Needs {
  store: Store;
  faults: Faults;
  timers: Timers;
  webhooks: Webhooks;
  options: { phoneDelayMs: number; qrLifeMs: number };
  /** `isNew`: the phone has just been paired. */
  onOpen(instance: string, isNew: boolean): void;
}

const QR_LIMIT = 30;
const CLOSED: Session = { state: "close", qr: null, generation: 0 };

export function createSessions(needs: Needs): Sessions {
  const { store, faults, timers, webhooks, options, onOpen } = needs;
  const sessions = new Map<string, Session>();
  const justPaired = new Set<string>();
  let generations = 0;

  const getSession = (name: string) => sessions.get(name) ?? CLOSED;
  const isCurrent = (name: string, session: Session) =>
    sessions.get(name)?.generation === session.generation;

  const change = (name: string, state: ConnectionState, statusReason: number, more = {}) => {
    generations += 1;
    const session: Session = { state, qr: null, generation: generations };
    sessions.set(name, session);
    webhooks.emit(name, "connection.update", { instance: name, state, statusReason, ...more });
    return session;
  };

  const open = (name: string) => {
    const phone = store.instances.get(name)?.phone;
    if (phone === null || phone === undefined) return;
    const { jid, pushName } = describePhone(phone, store.phoneOverrides);
    change(name, "open", 200, { wuid: jid, profileName: pushName, profilePictureUrl: null });
    onOpen(name, justPaired.delete(name));
  };

  const reconnect = (name: string, delayMs: number) => {
    const session = change(name, "connecting", 200);
    timers.after(delayMs, () => {
      if (isCurrent(name, session)) open(name);
    });
  };

  const showCode = async (name: string, session: Session, number: string | null, count: number) => {
    const code = `2@${randomBytes(96).toString("base64")},${randomBytes(32).toString("base64")}`;
    const base64 = await QRCode.toDataURL(code, QR_OPTIONS);
    if (!isCurrent(name, session)) return;
    const pairingCode = number === null ? null : randomBytes(4).toString("hex").toUpperCase();
    session.qr = { pairingCode, code, base64, count };
    webhooks.emit(name, "qrcode.updated", {
      qrcode: { instance: name, pairingCode, code, base64 },
    });
    timers.after(options.qrLifeMs, () => {
      if (!isCurrent(name, session)) return;
      if (count < QR_LIMIT) void showCode(name, session, number, count + 1);
      else refuse(name);
    });
  };

  const refuse = (name: string) => {
    const message = "QR code limit reached, please login again";
    webhooks.emit(name, "qrcode.updated", { message, statusCode: 500 });
    webhooks.emit(name, "connection.update", {
      instance: name,
      state: "refused",
      statusReason: 500,
    });
    sessions.delete(name);
  };

  const waitForPhone = async (name: string, number: string | null): Promise<QrCode> => {
    const session = change(name, "connecting", 200);
    const [late] = faults.strike("evolution", `/instance/connect/${name}`, ["late-qr"]);
    if (late === undefined) await showCode(name, session, number, 1);
    else timers.after(late.delayMs ?? 1_000, () => void showCode(name, session, number, 1));
    return session.qr ?? { pairingCode: null, count: 0 };
  };

  return {
    getState: (name) => getSession(name).state,
    getQr: (name) => getSession(name).qr,
    async connect(name, number) {
      const { state, qr } = getSession(name);
      if (state === "connecting") return qr ?? { pairingCode: null, count: 0 };
      if (store.instances.get(name)?.phone == null) return waitForPhone(name, number);
      reconnect(name, options.phoneDelayMs * 0.3);
      return { pairingCode: null, count: 0 };
    },
    findInstanceShowing(code) {
      return [...sessions].find(([, { qr }]) => qr?.code === code)?.[0] ?? null;
    },
    scan(code, phone) {
      const name = this.findInstanceShowing(code);
      if (name === null) return "unknown-code";
      if (store.phoneOverrides.get(phone)?.banned === true) return "phone-banned";
      store.record({ type: "paired", instance: name, phone, at: new Date().toISOString() });
      justPaired.add(name);
      reconnect(name, options.phoneDelayMs);
      return "paired";
    },
    disconnect(name, delayMs) {
      if (getSession(name).state !== "open") return;
      const session = change(name, "close", 428);
      timers.after(delayMs / 2, () => {
        if (isCurrent(name, session)) reconnect(name, delayMs / 2);
      });
    },
    endPairing(name, code) {
      const phone = store.instances.get(name)?.phone;
      const at = new Date().toISOString();
      if (code === 403 && phone != null) {
        const override = { ...store.phoneOverrides.get(phone), banned: true };
        store.record({ type: "phone-set", phone, override });
      }
      if (phone != null) store.record({ type: "unpaired", instance: name, code, at });
      webhooks.emit(name, "status.instance", {
        instance: name,
        status: "closed",
        disconnectionAt: at,
        disconnectionReasonCode: code,
        disconnectionObject: JSON.stringify({ error: { output: { statusCode: code } } }),
      });
      webhooks.emit(name, "logout.instance", null);
      change(name, "close", code);
    },
    forget(name) {
      sessions.delete(name);
    },
    restore() {
      for (const { name, phone } of store.instances.values()) {
        if (phone !== null) reconnect(name, options.phoneDelayMs * 0.3);
      }
    },
    clear() {
      sessions.clear();
    },
  };
}

const QR_OPTIONS = {
  margin: 3,
  scale: 4,
  errorCorrectionLevel: "M",
  color: { light: "#ffffff", dark: "#175197" },
} as const;
