/** Writes the digits of every script as ASCII: `٤１` → `41`. */
export function asciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    // In Unicode the ten digits of a script follow each other, and some scripts follow each other, too. `zero` becomes
    // the first digit of the whole row, so the distance from it modulo 10 is the value.
    const point = digit.codePointAt(0) ?? 0
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((point - zero) % 10)
  })
}
