import { analyzePage, type PageAnalysis } from "@/server/discovery/extraction/page-analysis.rule";
import { decodeHtml } from "./decode-html.http";

export default function analyzePageBytes(page: {
  url: string;
  contentType: string;
  bytes: ArrayBuffer;
}): PageAnalysis {
  return analyzePage(page.url, decodeHtml(Buffer.from(page.bytes), page.contentType));
}
