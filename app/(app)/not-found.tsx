export { MissingMessage as default } from "../missing-message";
