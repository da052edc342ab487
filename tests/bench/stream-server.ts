/** Our server for the stream bench; says how much memory is in use when asked. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startApi } from "../support/api";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

await startApi();
process.on("message", () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ bytes: heapUsed + external });
});
process.send?.("listening");
