import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';

simulatedTime();

const rentForm = async (): Promise<TestDeck> => {
  const app = await openDeck();
  return app.press('offer.rent');
};
/** The label of the field where the person is. */
const at = (app: TestDeck) =>
  app
    .frame()
    .find((line) => line.startsWith('▌'))
    ?.slice(2, 15)
    .trim();
const line = (app: TestDeck, label: string) =>
  app.frame().find((row) => row.slice(2).startsWith(label)) ?? '';

describe('the keys of a form', () => {
  it('goes through the fields with Tab and the arrows, to the other page and round the ends', async () => {
    const app = await rentForm();
    expect(at(app)).toBe('Image');
    await app.type('\t\x1b[B');
    expect(at(app)).toBe('Disk');
    await app.type('\x1b[Z\x1b[A');
    expect(at(app)).toBe('Image');
    await app.type('\x1b[Z');
    expect(app.text()).toContain('2/2');
    expect(line(app, 'Mount path')).not.toBe('');
    await app.type('\t');
    expect(at(app)).toBe('Image');
    await app.press('form.page');
    expect(at(app)).toBe('Template');
  });

  it('goes on from a text with Enter, turns a switch with it, and lists the choices', async () => {
    const app = await rentForm();
    await app.type('\r');
    expect(at(app)).toBe('Label');
    await app.focus('Busy host');
    expect(line(app, 'Busy host')).toContain('[x]');
    await app.type('\r');
    expect(line(app, 'Busy host')).toContain('[ ]');
    await app.type(' ');
    expect(line(app, 'Busy host')).toContain('[x]');
    await app.focus('Connect');
    await app.type('\r');
    await app.type('\x1b[B');
    await app.press('menu.pick');
    expect(line(app, 'Connect')).toContain('SSH, direct  2/7');
  });

  it('moves a choice with the arrows and Space, and takes no letter there', async () => {
    const app = await rentForm();
    await app.focus('Connect');
    await app.type('\x1b[C');
    expect(line(app, 'Connect')).toContain('2/7');
    await app.type('\x1b[D\x1b[D');
    expect(line(app, 'Connect')).toContain('7/7');
    await app.type(' ');
    expect(line(app, 'Connect')).toContain('1/7');
    await app.type('12xD');
    expect(app.text()).toContain('Rent offer');
    expect(line(app, 'Connect')).toContain('1/7');
  });

  it('C097 helps on ? and goes back on q where no letter is being typed', async () => {
    const app = await rentForm();
    await app.focus('Connect');
    await app.type('?');
    expect(app.text()).toContain('Keys that work here');
    await app.press('pager.close');
    await app.type('q');
    expect(app.text()).toContain('[1 Offers]');

    await app.press('offer.rent');
    await app.focus('Label');
    await app.type('q?');
    expect(line(app, 'Label')).toContain('q?');
    await app.type('\x1b');
    await app.type('?');
    expect(app.text()).toContain('Keys that work here');
    await app.press('pager.close');
    await app.type('q');
    expect(app.text()).toContain('[1 Offers]');
  });

  it('comes back into a field that was left, with Enter', async () => {
    const app = await rentForm();
    await app.type('a');
    await app.type('\x1b');
    await app.type('\r');
    await app.type('b');
    expect(line(app, 'Image')).toContain('ab');
  });

  it('leaves a form from a choice with one Esc', async () => {
    const app = await rentForm();
    await app.focus('Pay');
    await app.type('\x1b');
    expect(app.text()).toContain('[1 Offers]');
  });

  it('moves among the lines of a text, and out of it at its ends', async () => {
    const app = await rentForm();
    await app.focus('On start');
    await app.type('one\rtwo');
    await app.type('\x1b[A');
    await app.type('!');
    expect(line(app, 'On start')).toContain('one!');
    await app.type('\x1b[B\x1b[B');
    expect(at(app)).toBe('Busy host');
    await app.type('\x1b[A\x1b[A\x1b[A');
    expect(at(app)).not.toBe('On start');
  });

  it('C099 takes letters and Enter that arrive in one chunk as text and as the way on', async () => {
    const app = await rentForm();
    await app.focus('Label');
    await app.type('ab\r');
    expect(line(app, 'Label')).toContain('ab');
    expect(at(app)).toBe('Disk');
  });
});
