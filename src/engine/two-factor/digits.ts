const decimal = /\p{Nd}/u;
const isDecimal = (codePoint: number) => codePoint >= 0 && decimal.test(String.fromCodePoint(codePoint));

/** The value of a decimal digit of any script: they stand in runs of ten, each from its zero on. */
function digitValue(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let start = at;
  while (isDecimal(start - 1)) start -= 1;
  return (at - start) % 10;
}

/** The text with the digits of every script as ASCII ones; phones and mails write codes in the reader's own. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : String(digitValue(digit))));
}
