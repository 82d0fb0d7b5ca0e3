import { useMemo } from 'react';
import { planQr, type QrPlan, type QrSize } from '../../engine/two-factor/qr-blocks.ts';
import { qrModules } from '../../engine/two-factor/qr-modules.ts';
import { useServices } from '../../hooks/use-deck.ts';
import { useTheme } from '../../tui/theme/theme.ts';

/** Text beside the code needs at least this many cells. */
const besideCells = 34;

export type QrPlans = {
  /** Beside the text, under the first line and above the keys. */
  beside: QrPlan;
  /** Alone on the whole terminal. */
  full: QrPlan;
};

/** How an address can be drawn as a QR code on a terminal of this size. It is encoded here and never fetched. */
export function useQr(uri: string, size: QrSize, invert: boolean): QrPlans {
  const { ascii } = useTheme();
  const { level, background } = useServices().display ?? { level: 0, background: 'dark' };
  const modules = useMemo(() => qrModules(uri), [uri]);
  const { columns, rows } = size;
  return useMemo(() => {
    const look = { ascii, level, background, invert };
    return {
      beside: planQr(modules, { columns: columns - besideCells - 2, rows: rows - 2 }, look),
      full: planQr(modules, { columns, rows }, look),
    };
  }, [modules, columns, rows, ascii, level, background, invert]);
}
