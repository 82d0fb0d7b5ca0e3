import { describe, it } from 'vitest';
import { openDeck, simulatedTime } from './support/deck.tsx';
import { expectFrame, sizes } from './support/frames.ts';

simulatedTime();

describe.each([sizes[0], sizes[2]])('at %ix%i', (cols, rows) => {
  it('a write whose answer does not come looks as it was agreed', async () => {
    const app = await openDeck({ cols, rows, still: true, world: { world: 'busy' } });
    await app.press('app.instances', 'instance.destroy');
    await app.control('faults', { method: 'DELETE', path: '/api/v0/instances/*', kind: 'hang' });
    await app.past300ms();
    await app.type('lora-x');
    await app.press('dialog.press');
    await app.advance(16_500);
    await expectFrame(app, 'on-its-way', [cols, rows]);
  });
});
