export interface ErrorPageProps {
  error: Error;
  /** Asks the server for the page again. */
  retry: () => void;
}

/**
 * What 'Tentar novamente' does on a page that failed. Code that did not load is missing until the page is reloaded:
 * React remembers the failed import, and after an update the server has other code.
 */
export function getRetry({ error, retry }: ErrorPageProps): () => void {
  return isCodeMissing(error) ? () => window.location.reload() : retry;
}

function isCodeMissing({ name, message }: Error): boolean {
  return name === "ChunkLoadError" || /dynamically imported module|Loading chunk/.test(message);
}
