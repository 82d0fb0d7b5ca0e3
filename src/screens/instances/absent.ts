import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { saysNotThere } from '../../engine/known-gone.ts';
import type { Loadable } from '../../engine/loadable.ts';
import { adviseRead } from '../../engine/read-health.ts';

type Absent = {
  id: number;
  asked: boolean;
  gone: boolean;
  created: boolean;
  read: Loadable<Instance | null>;
  /** When a read that failed is tried again. */
  again: string | undefined;
  glyphs: { warn: string; provisioning: string; done: string };
  keyName: KeyName;
};

/** Why no key does anything to an instance whose record is not there, and what to do. */
export function absentReason({
  id,
  asked,
  gone,
  read,
  keyName,
}: Omit<Absent, 'created' | 'again' | 'glyphs'>): string {
  const others = `Esc goes back, ${keyName('app.instances')} lists those that there are`;
  if (gone && asked) return `Instance ${id} is gone: ${others}`;
  if (asked) return `Instance ${id} is not ready yet: wait until the service has a record of it`;
  if (read.state !== 'failed') return `Instance ${id} is still asked for: wait for the answer`;
  if (saysNotThere(read.error)) return `There is no instance ${id}: ${others}`;
  return `Instance ${id} could not be read: ${keyName('app.refresh')} asks again`;
}

/** What can be said of an instance whose record is not there: it is gone, not ready yet, or not known. */
export function absent({ id, asked, gone, created, read, again, glyphs, keyName }: Absent): Parts[] {
  if (asked && gone)
    return [
      [],
      [`    ${glyphs.done} Instance ${id} is gone: it was destroyed.`],
      ['      Nothing of it is charged.'],
      [],
    ];
  if (asked) {
    return [
      [],
      [`    ${glyphs.provisioning} Instance ${id} is not ready yet.`],
      ['      The service has no record of it so far.'],
      [],
    ];
  }
  if (read.state === 'failed' && saysNotThere(read.error)) {
    return [
      [],
      [[`    ${glyphs.warn} There is no such instance as ${id}.`, 'bad']],
      [`      Esc goes back; ${keyName('app.instances')} lists the instances that there are.`],
      [],
    ];
  }
  if (read.state === 'failed') {
    const { title, next } = adviseRead(read.error, again);
    const said = created
      ? `Instance ${id} was created; its status is not known.`
      : `The status of instance ${id} is not known.`;
    return [
      [],
      [[`    ${glyphs.warn} ${said}`, 'warn']],
      [['      It may be charged.', 'warn']],
      [`      ${title} ${next}`],
      [[`      ${again ?? ''}`, 'dim']],
      [],
    ];
  }
  return [
    [],
    [[created ? `    Instance ${id} was created; asking how it is` : `    asking how ${id} is`, 'dim']],
    [],
  ];
}
