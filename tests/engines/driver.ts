/** What a browser does for the checks, over the protocol of its engine. */
export interface Driver {
  goto(url: string): Promise<void>;
  /** Calls a function, which may be async, by its source. Arguments and answer pass as JSON. */
  call(source: string, args: unknown[]): Promise<unknown>;
  /** Input as WebDriver describes it, in both of its protocols: with the person's touch, as the browser sees it. */
  perform(sources: object[]): Promise<void>;
  /** The browser's own button. */
  back(): Promise<void>;
  /** Replaces all existing ones. */
  setCookies(cookies: { name: string; value: string; domain: string }[]): Promise<void>;
  /** A PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

export const WIDTH = 1440;
export const HEIGHT = 900;
/** A page, or a program, that takes longer than this has failed. */
export const SLOW_MS = 60_000;
