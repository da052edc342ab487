/** Ends this process, in good order, when the launcher that holds its channel is gone: no orphan keeps a port. */
export function endWithParent(): void {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
