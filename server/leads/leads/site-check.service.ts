// Written from another area, which may import services alone.
export { setSiteCheck } from "./site-check.repository";
