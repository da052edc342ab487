export { mediaRoute as GET } from "@/server/media/media.route";
