// Called by another area, which may only import services.
export { setSiteCheck } from "./site-check.repository";
