export { openApiRoute as GET } from "@/server/platform/openapi/openapi.route";
