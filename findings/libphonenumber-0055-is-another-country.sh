#!/usr/bin/env bash
# libphonenumber-js 1.13.16, parsePhoneNumber(text, "BR"), metadata "max".
#
# A Brazilian number with its country code behind 00, as people keep it in address books ("0055 35 2700-0000"), is read
# as a number of another country. In Brazil 00 is followed by the two digits of a carrier, and 55 is one of them: both
# are taken away as what is dialled before a country code, and the area code becomes the country. Where that country has
# such a number, the result is valid: 0055 35 2700-0000, of Minas Gerais, is "+352 700 0000" of Luxembourg.
# With a plus in the place of 00 the same digits are read as Brazil's.
#
# Seen: the output below. Whoever writes to people by such numbers replaces a leading 00 by a plus before the library
# sees them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16 >/dev/null
cat >read.mjs <<'JS'
import parsePhoneNumber from "libphonenumber-js/max";

for (const text of ["0055 35 2700-0000", "+55 35 2700-0000", "0055 11 98765-0151", "+55 11 98765-0151"]) {
  const read = parsePhoneNumber(text, "BR");
  console.log(`${text}: ${read.number} ${read.country ?? "no country"} ${read.isValid() ? "valid" : "not valid"}`);
}
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
0055 35 2700-0000: +3527000000 LU valid
+55 35 2700-0000: +553527000000 BR valid
0055 11 98765-0151: +11987650151 no country not valid
+55 11 98765-0151: +5511987650151 BR valid
SEEN
