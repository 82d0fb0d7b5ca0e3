/** A name for the file of a new API key: `rigdeck-key-103.txt`. */
export const keyFileName = (id: number): string => `rigdeck-key-${id}.txt`;

/** That file holds the value alone, so that --api-key-file and other programs can read it. */
export const keyFileText = (value: string): string => `${value}\n`;

/** A printed sheet, which has to say what it is. */
export function keySheetText(
  key: { id: number; name: string; value: string },
  made: { at: string; baseUrl: string },
): string {
  return [`API key ${key.id} (${key.name}) for ${made.baseUrl}, made ${made.at}.`, '', key.value, ''].join(
    '\n',
  );
}
