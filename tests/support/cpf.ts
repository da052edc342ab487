/** A made-up CPF: nine digits with the two check digits that belong to them. */
export function computeCpf(base: string): string {
  let digits = base;
  for (let length = 9; length < 11; length += 1) {
    const sum = [...digits].reduce(
      (total, digit, at) => total + Number(digit) * (length + 1 - at),
      0,
    );
    digits += ((sum * 10) % 11) % 10;
  }
  return digits;
}
