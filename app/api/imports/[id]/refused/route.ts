export { refusedRowsRoute as GET } from "@/server/leads/imports/import-downloads.route";
