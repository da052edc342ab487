import type {
  AuthenticationCreds,
  AuthenticationState,
  CacheStore,
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
} from "baileys";
import { LRUCache } from "lru-cache";

type Baileys = typeof import("baileys");

/** Where the device's credentials and keys are kept, as text. */
export interface KeyStorage {
  read(type: string, ids: string[]): Promise<Map<string, string>>;
  /** Writes all or none. Rejects when the lease was lost, or the database does not answer. */
  write(keys: { type: string; keyId: string; value: string | null }[]): Promise<void>;
  /** Distinguishes a write that was refused permanently from one that may be tried again. */
  isLost(error: unknown): boolean;
}

export interface StoredAuth {
  state: AuthenticationState;
  saveCreds(): Promise<void>;
  /** False for a device that still has to be paired. */
  paired: boolean;
}

const CREDS = { type: "creds", keyId: "" };
const MAX_CACHED_KEYS = 5_000;

/** Loads the device's credentials, or creates new ones, and connects the keys to their storage. */
export async function loadAuth(baileys: Baileys, storage: KeyStorage): Promise<StoredAuth> {
  const stored = (await storage.read(CREDS.type, [CREDS.keyId])).get(CREDS.keyId);
  const known = stored ? (decode(baileys, stored) as AuthenticationCreds) : null;
  // An abandoned pairing by code leaves a number behind, but no account.
  const paired = known?.me !== undefined && known.account !== undefined;
  const creds = known && paired ? known : baileys.initAuthCreds();
  const keys = baileys.makeCacheableSignalKeyStore(
    createKeyStore(baileys, storage),
    undefined,
    createCache(),
  );
  return {
    state: { creds, keys },
    saveCreds: () => storage.write([{ ...CREDS, value: encode(baileys, creds) }]),
    paired,
  };
}

function createKeyStore(baileys: Baileys, storage: KeyStorage): SignalKeyStore {
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const values = await storage.read(type, ids);
      const found: Record<string, SignalDataTypeMap[T]> = {};
      for (const [id, text] of values) {
        const value = decode(baileys, text);
        found[id] = (
          type === "app-state-sync-key"
            ? baileys.proto.Message.AppStateSyncKeyData.fromObject(value as object)
            : value
        ) as SignalDataTypeMap[T];
      }
      return found;
    },
    async set(data: SignalDataSet) {
      const keys = Object.entries(data).flatMap(([type, entries]) =>
        Object.entries(entries ?? {}).map(([keyId, value]) => ({
          type,
          keyId,
          value: value ? encode(baileys, value) : null,
        })),
      );
      if (keys.length > 0) await storage.write(keys);
    },
  };
}

/** Baileys' own cache is unbounded. */
function createCache(): CacheStore {
  const cache = new LRUCache<string, object>({ max: MAX_CACHED_KEYS, ttl: 5 * 60_000 });
  return {
    get: <T>(key: string) => (cache.get(key) as { value: T } | undefined)?.value,
    set: (key, value) => void cache.set(key, { value }),
    del: (key) => void cache.delete(key),
    flushAll: () => cache.clear(),
  };
}

function encode(baileys: Baileys, value: unknown): string {
  return JSON.stringify(value, baileys.BufferJSON.replacer);
}

function decode(baileys: Baileys, text: string): unknown {
  return JSON.parse(text, baileys.BufferJSON.reviver);
}
