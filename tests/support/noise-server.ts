import type { BinaryNode } from "baileys";
import { type WebSocket, WebSocketServer } from "ws";
import { env } from "@/server/platform/env";
import { NoiseSession } from "./noise-session";

export interface NoiseConnection {
  send(node: BinaryNode): void;
  /** Cuts the connection. */
  cut(): void;
}

/** The server's side of WhatsApp's socket at this test file's address: encrypted connections that carry nodes. */
export async function listenForConnections(on: {
  /** `paired`: the device logs in with a pairing. */
  login(connection: NoiseConnection, paired: boolean): void;
  node(connection: NoiseConnection, node: BinaryNode): void;
  close?(connection: NoiseConnection): void;
}): Promise<{ close(): Promise<void> }> {
  const { port } = new URL(env.WHATSAPP_WEB_URL);
  const sockets = new WebSocketServer({ port: Number(port), host: "127.0.0.1" });
  sockets.on("connection", (socket: WebSocket) => {
    const session = new NoiseSession();
    const connection: NoiseConnection = {
      send: (node) => socket.send(session.write(node)),
      cut: () => socket.terminate(),
    };
    let receiving = Promise.resolve();
    socket.on("close", () => on.close?.(connection));
    socket.on("message", (data: Buffer) => {
      receiving = receiving.then(async () => {
        const { answer, login, nodes } = await session.receive(data);
        if (answer) socket.send(answer);
        if (login) on.login(connection, Boolean(login.username));
        for (const node of nodes) on.node(connection, node);
      });
    });
  });
  return {
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => sockets.close(resolve));
    },
  };
}
