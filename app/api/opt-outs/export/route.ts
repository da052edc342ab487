export { optOutExportRoute as GET } from "@/server/blocked-numbers/blocked-numbers.route";
