/** Below this an encoded form is too short to be told from ordinary words. */
const shortestEncoded = 8;

/**
 * The ways in which a secret can stand in a text: as it is, inside JSON and JSON within JSON, in an address, and in Base64 wherever in a
 * longer text it began, as in a header for a login. Longest first.
 */
export function secretForms(secret: string): string[] {
  const whole = secret.replace(/\p{Surrogate}/gu, '');
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = new Set([secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(whole)]);
  if (secret.length >= shortestEncoded) {
    const bytes = new TextEncoder().encode(whole);
    for (const before of [0, 1, 2]) {
      const inside = within(bytes, before);
      forms.add(inside);
      forms.add(inside.replaceAll('+', '-').replaceAll('/', '_'));
    }
    forms.add([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return [...forms].filter((form) => form !== '').sort((a, b) => b.length - a.length);
}

/** The characters of Base64 that these bytes alone decide, `before` bytes behind the start of a group of three. */
function within(bytes: Uint8Array, before: number): string {
  const text = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes));
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(Math.ceil((before * 8) / 6), end);
}
