/** The reference for the stream bench: node:http, whose open responses are written in a loop. */
import { createServer, type ServerResponse } from "node:http";

const open = new Set<ServerResponse>();

createServer((request, response) => {
  if (request.url === "/publish") {
    for (const each of open) each.write("event: lists.changed\ndata: {}\n\n");
    response.end();
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("retry: 2000\n\n");
  open.add(response);
  response.on("close", () => open.delete(response));
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("listening"));
