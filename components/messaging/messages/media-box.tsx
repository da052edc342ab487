import type { ChatMedia } from "@/lib/contracts/messaging/chat";

const MAX_WIDTH_REM = 17;
const MAX_HEIGHT_REM = 20;
/** Used for media without a known size. */
const USUAL_RATIO = 4 / 3;
const [NARROWEST, WIDEST] = [0.6, 2.4];

/**
 * The place of a picture or video: as large as its message announces before anything is loaded, so that nothing below it
 * moves. Extreme formats are cropped.
 */
export function getMediaBox({ width, height }: ChatMedia) {
  const told = width && height ? width / height : USUAL_RATIO;
  const ratio = Math.min(Math.max(told, NARROWEST), WIDEST);
  const boxWidth = Math.min(MAX_WIDTH_REM, MAX_HEIGHT_REM * ratio);
  return { width: `${boxWidth}rem`, maxWidth: "100%", aspectRatio: String(ratio) };
}
