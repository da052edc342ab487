export { insertCharge as recordCharge } from "./charges.repository";
