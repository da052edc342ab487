export { optOutExportRoute as GET } from "@/server/messaging/blocked-numbers/blocked-numbers.route";
