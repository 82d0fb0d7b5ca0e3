import { encode } from 'uqr';

/** A QR code as squares, row by row, true for dark ones; without the quiet zone around it. */
export type QrModules = readonly (readonly boolean[])[];

/**
 * Encodes a text with correction level L: a screen does not get stained, and fewer squares fit more terminals. Made
 * here and never fetched, since what it holds is a secret.
 */
export function qrModules(text: string): QrModules {
  return encode(text, { ecc: 'L', border: 0 }).data;
}
