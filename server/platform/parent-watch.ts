/**
 * Stops this process gracefully when the launcher's IPC channel closes, so that no orphan keeps a port. The launcher
 * may have died while this process was loading: then the event has passed.
 */
export function endWithParent(): void {
  const end = () => process.kill(process.pid, "SIGTERM");
  if (process.connected === false) end();
  else process.once("disconnect", end);
}
