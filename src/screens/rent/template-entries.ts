import { padEnd, width } from '../../base/cells.ts';
import type { Template } from '../../client/wire.ts';
import { templateImage } from '../../engine/rent/template-merge.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';

/** A longer name does not push the images of all the others aside. */
const widestName = 28;

/** The templates to pick from: their names, and their images below each other. */
export function templateEntries(
  templates: readonly Template[],
  pick: (template: Template) => void,
): MenuEntry[] {
  const name = ({ name: own, hash_id }: Template) => own ?? hash_id ?? '';
  const cells = Math.min(widestName, Math.max(0, ...templates.map((one) => width(name(one)))));
  return templates.map((one) => {
    const image = templateImage(one) ?? '';
    const isLong = width(name(one)) > cells;
    return {
      label: image === '' ? name(one) : `${isLong ? name(one) : padEnd(name(one), cells)}  ${image}`,
      run: () => pick(one),
    };
  });
}
