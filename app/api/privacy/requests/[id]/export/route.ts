export { personExportRoute as GET } from "@/server/privacy/requests/person-export.route";
