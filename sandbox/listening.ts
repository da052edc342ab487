import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Makes the server listen on this machine alone; any free port unless one is given. Returns the port, or rejects. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
