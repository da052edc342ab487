import { createFaults, type Faults } from "./faults/faults";
import type { SandboxOptions } from "./options";
import { createPayments, type Payments } from "./payments/payments";
import { openStore, type Store } from "./store/store";
import { createTimers, type Timers } from "./timers";
import { type Conversations, createConversations } from "./whatsapp/conversations";
import { createGraphNumbers, type GraphNumbers } from "./whatsapp/graph-numbers";
import { createHistories } from "./whatsapp/histories";
import { createNumberCache, type NumberCache } from "./whatsapp/number-cache";
import { createSessions, type Sessions } from "./whatsapp/sessions";
import { createWebhooks, type Webhooks } from "./whatsapp/webhooks";

export interface World {
  options: Required<Omit<SandboxOptions, "smtpPort" | "graphWebhook" | "stripeWebhook">>;
  /** The sandbox's base URL; empty until it listens. */
  url: string;
  store: Store;
  faults: Faults;
  timers: Timers;
  webhooks: Webhooks;
  sessions: Sessions;
  conversations: Conversations;
  numbers: NumberCache;
  graph: GraphNumbers;
  payments: Payments;
}

export function createWorld(options: SandboxOptions): World {
  const store = openStore(options.dataDir);
  const faults = createFaults();
  const timers = createTimers();
  const chosen = { qrLifeMs: 30_000, webhookRetryMs: 5_000, registryRows: 3_000, ...options };
  const server = { url: "" };
  const shared = { options: chosen, store, faults, timers };
  const webhooks = createWebhooks({ ...shared, serverUrl: () => `${server.url}/evolution` });
  const sessions = createSessions({
    ...shared,
    webhooks,
    onOpen(name, isNew) {
      conversations.resume(name);
      if (isNew) histories.handOver(name);
    },
  });
  const histories = createHistories({ ...shared, webhooks });
  const numbers = createNumberCache(store);
  const conversations = createConversations({ ...shared, webhooks, sessions, numbers });
  const graph = createGraphNumbers({ ...shared, webhook: options.graphWebhook ?? null });
  const payments = createPayments({
    ...shared,
    webhook: options.stripeWebhook ?? null,
    baseUrl: () => server.url,
  });
  return {
    ...shared,
    graph,
    payments,
    webhooks,
    sessions,
    conversations,
    numbers,
    get url() {
      return server.url;
    },
    set url(value) {
      server.url = value;
    },
  };
}
