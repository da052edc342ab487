/** Stops this process gracefully when the launcher's IPC channel closes, so that no orphan keeps a port. */
export function endWithParent(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
