import pg from "pg";

type Settings = Record<string, string>;

/**
 * A host that lost its power answers nothing, not even that the connection is over: without probes a statement would
 * wait for hours, and a listener for ever. After this delay of silence Node probes once a second, ten times.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** "-c name=value", the form of PostgreSQL's startup parameters. */
const OPTION = /-c ([a-z_.]+)=(\S+)/g;

/**
 * A client that configures its session by a statement, not by startup parameters: a pooler between it and PostgreSQL
 * refuses these, or drops them silently. Our timeouts and options are sent in no other way.
 */
export class SessionClient extends pg.Client {
  readonly #settings: Settings;

  constructor(config: pg.ClientConfig) {
    const {
      options,
      statement_timeout,
      lock_timeout,
      idle_in_transaction_session_timeout,
      ...rest
    } = config;
    super({ ...KEEP_ALIVE, ...rest });
    this.#settings = toSettings({
      statement_timeout,
      lock_timeout,
      idle_in_transaction_session_timeout,
      options,
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connected = this.#open();
    if (!callback) return connected;
    connected.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }

  async #open(): Promise<pg.Client> {
    await super.connect();
    const names = Object.keys(this.#settings);
    if (names.length === 0) return this;
    const calls = names.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`);
    try {
      await this.query(`SELECT ${calls.join(", ")}`, Object.entries(this.#settings).flat());
    } catch (error) {
      await this.end().catch(() => undefined);
      throw error;
    }
    return this;
  }
}

function toSettings({ options = "", ...timeouts }: pg.ClientConfig): Settings {
  const given = Object.entries(timeouts).filter(([, value]) => value);
  const settings = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  for (const [, name = "", value = ""] of options.matchAll(OPTION)) settings[name] = value;
  return settings;
}
