export { docsRoute as GET } from "@/server/platform/openapi/openapi.route";
