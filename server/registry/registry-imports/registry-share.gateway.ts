/** A file of the share, and its size in bytes. */
export interface SharedFile {
  name: string;
  size: number;
}

/** Where the Receita publishes its files: one folder a month. */
export interface RegistryShare {
  /** The ZIPs of a month ("2026-11"). @throws AppError not_found, unavailable */
  list(month: string, signal: AbortSignal): Promise<SharedFile[]>;
  /**
   * Appends the file's bytes from `from` on to the file at `path`. May end early, without an error, when the connection
   * does.
   * @throws AppError unavailable
   */
  download(
    month: string,
    file: SharedFile,
    path: string,
    from: number,
    signal: AbortSignal,
  ): Promise<void>;
}
