import { createServer, request } from "node:http";
import { listenLocally } from "@/sandbox/listening";

const FAULT_PATH = "/__fault";

/** In every page before its own code: not every engine reports to its driver what a page writes to the console. */
const SCRIPT = `(function(){
var tell=function(what,text){navigator.sendBeacon("${FAULT_PATH}",what+": "+text)};
var spell=function(each){return each&&each.stack?each+" "+each.stack:String(each)};
var write=console.error;
console.error=function(){tell("console",[].map.call(arguments,spell).join(" "));
write.apply(console,arguments)};
addEventListener("error",function(e){if(e.message)tell("uncaught",e.message+" "+spell(e.error))});
addEventListener("unhandledrejection",function(e){tell("unhandled",spell(e.reason))});
addEventListener("securitypolicyviolation",function(e){tell("policy",e.violatedDirective+" "+e.blockedURI)});
document.currentScript.remove()})()`;

/** A proxy in front of the product, at its public address, to which every page reports its errors. */
export async function openWatchedDoor({ port, behind }: { port: number; behind: number }) {
  let faults: string[] = [];
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === FAULT_PATH) {
      let text = "";
      incoming.on("data", (chunk) => (text += chunk));
      incoming.on("end", () => {
        faults.push(text);
        outgoing.writeHead(204).end();
      });
      return;
    }
    const { method, url } = incoming;
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const asked = request({ host: "127.0.0.1", port: behind, method, path: url, headers });
    asked.on("error", () => outgoing.destroy());
    outgoing.on("close", () => asked.destroy());
    asked.on("response", (answer) => {
      const { "content-length": length, ...others } = answer.headers;
      const status = answer.statusCode ?? 500;
      if (status >= 400) faults.push(`${status} ${method} ${url}`);
      if (!others["content-type"]?.startsWith("text/html")) {
        outgoing.writeHead(status, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      outgoing.writeHead(status, others);
      const nonce = /'nonce-([^']+)'/.exec(String(others["content-security-policy"]))?.[1] ?? "";
      let isAdded = false;
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        outgoing.write(
          isAdded
            ? chunk
            : chunk.replace("<head>", `<head><script nonce="${nonce}">${SCRIPT}</script>`),
        );
        isAdded ||= chunk.includes("<head>");
      });
      answer.on("end", () => outgoing.end());
    });
    incoming.pipe(asked);
  });
  await listenLocally(server, port);
  return {
    /** The errors since the last call. */
    takeFaults: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
