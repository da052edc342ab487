export { refusedRowsRoute as GET } from "@/server/imports/import-downloads.route";
