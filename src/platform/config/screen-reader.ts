import { switchedOn } from './switched-on.ts';

/**
 * Whether a screen reader is told what there is: the flag, else our own variable, else the one of every program that
 * is built with Ink (it takes `true` alone), else the setting.
 */
export function readerIsOn(
  flag: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  setting: boolean | undefined,
): boolean {
  if (flag !== undefined) return flag;
  const { RIGDECK_SCREEN_READER: own, INK_SCREEN_READER: ink } = env;
  if (own !== undefined && own !== '') return switchedOn(own);
  return ink === 'true' || setting === true;
}
