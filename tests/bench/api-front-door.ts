/** Our side of the api bench: the front door of production, without Next behind it. */
import { startApi } from "../support/api";

await startApi();
process.send?.("listening");
