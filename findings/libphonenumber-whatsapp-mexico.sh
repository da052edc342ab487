#!/usr/bin/env bash
# libphonenumber-js 1.13.16, parsePhoneNumber(text), metadata "max".
#
# WhatsApp still names mobiles of Mexico with the 1 that the country gave up in 2019 (52 1 …), and chat links are copied
# with it. The library knows the number without the 1 alone: with it, it is not even "possible", so that a check of what
# is possible refuses whoever is reached under exactly these digits. For Argentina, whose mobiles have a 9 in the same
# place, both spellings are valid, and are two different numbers to it.
#
# Seen: the output below. Whoever checks WhatsApp's own numbers takes the 1 away before, and keeps WhatsApp's spelling.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16 >/dev/null
cat >read.mjs <<'JS'
import parsePhoneNumber from "libphonenumber-js/max";

for (const text of ["+5215512345678", "+525512345678", "+5491123456789", "+541123456789"]) {
  const read = parsePhoneNumber(text);
  console.log(`${text}: ${read.number} ${read.isPossible() ? "possible" : "not possible"} ${read.getType() ?? "no type"}`);
}
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
+5215512345678: +5215512345678 not possible no type
+525512345678: +525512345678 possible FIXED_LINE_OR_MOBILE
+5491123456789: +5491123456789 possible MOBILE
+541123456789: +541123456789 possible FIXED_LINE
SEEN
