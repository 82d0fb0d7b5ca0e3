/**
 * A process that takes a lock: says in one line what came of it, and keeps what it has until its input ends or says
 * `release`. Run by writer-lock.test.ts.
 */
import { takeLock } from '../../../src/platform/files/writer-lock.ts';

const [path = '', wait = '0'] = process.argv.slice(2);
// Everybody begins in the same moment.
while (Date.now() < Number(wait));
const lock = await takeLock(path, Date.now());
process.stdout.write(`${lock.kind}\n`);
if (lock.kind !== 'mine') process.exit(0);
process.stdin.on('data', () => {
  lock.release();
  process.exit(0);
});
