import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { review, testImage } from '../support/rent.ts';

simulatedTime();

/** The form of the first offer, ready to be reviewed. */
async function filledForm(values: Record<string, string> = {}, options: Parameters<typeof openDeck>[0] = {}) {
  const app = await openDeck(options);
  await app.press('offer.rent');
  await app.fill({ Image: testImage, ...values });
  return { app };
}

describe('the rent form', () => {
  it('says before renting that the account has no SSH key, where the launch mode needs one', async () => {
    const app = await openDeck();
    await app.control('account', { ssh_key: null });
    await app.press('app.refresh', 'offer.rent');
    await app.fill({ Image: testImage });
    expect(app.text()).toMatch(/▲ The account has no SSH/);
    await review(app);
    expect(app.dialog()).toContain(
      'The account has no SSH key: add one before you rent, or you cannot log in.',
    );
    await app.press('dialog.cancel');
    await app.focus('Connect');
    await app.type('\x1b[C\x1b[C\x1b[C\x1b[C');
    expect(app.text()).toContain('image entrypoint, no SSH');
    expect(app.text()).not.toContain('The account has no SSH');
  });

  it('does not speak of SSH keys to an account that has one', async () => {
    const { app } = await filledForm();
    await review(app);
    expect(app.dialog()).not.toContain('SSH key');
  });

  it('C073 shows no token and no value of a variable, in the form or in the request', async () => {
    const { app } = await filledForm({ Env: 'MODE=plainvalue' });
    await app.press('form.page');
    await app.focus('Login token');
    app.terminal.paste('sesame-open-4417');
    await app.fill({ 'Login user': 'me', Registry: 'registry.example.com' });
    await app.press('form.json');
    expect(app.text()).toContain('"MODE": "••••"');
    expect(app.text()).toContain('"image_login": "••••"');
    expect(app.text()).not.toContain('plainvalue');
    expect(app.terminal.output()).not.toContain('sesame');
    expect(app.world.logged.join('\n')).not.toContain('sesame');
  });

  it('opens the on-start script in the editor', async () => {
    const { app } = await filledForm();
    app.world.setEdited('echo one\necho two');
    await app.press('form.editor');
    expect(app.prose()).toContain('echo one echo two');
  });

  it('fills the next form with what the last one held, and keeps no secret of it', async () => {
    const saved: Record<string, string>[] = [];
    const first = await openDeck();
    first.world.services.drafts = { load: () => saved.at(-1), save: (values) => void saved.push(values) };
    await first.press('offer.rent');
    await first.fill({ Image: testImage, Disk: '33', Env: 'HF_TOKEN=sesame' });
    await first.press('app.escape', 'app.escape');
    await first.press('list.down', 'offer.rent');
    expect(first.text()).toContain(testImage);
    expect(first.text()).toContain('HF_TOKEN=••••••••');
    expect(JSON.stringify(saved)).not.toContain('sesame');

    const second = await openDeck({ in: first.world });
    await second.press('offer.rent');
    expect(second.text()).toContain(testImage);
    expect(second.text()).toContain('33___');
    expect(second.text()).not.toContain('HF_TOKEN');
  });

  it('gives the name of a machine that was rented to no other one', async () => {
    const { app } = await filledForm({ Label: 'train-a' });
    await review(app);
    await app.press('dialog.yes');
    await app.go('offers');
    await app.press('offer.rent');
    expect(app.text()).toContain(testImage);
    expect(app.text()).not.toContain('train-a');
  });

  it('forgets what was typed under another key', async () => {
    const { app } = await filledForm({ Env: 'HF_TOKEN=sesame' });
    const other = app.world.connect('another-key-0000');
    expect(app.remembered()).toContain('sesame');
    app.signIn(other);
    expect(app.remembered()).not.toContain('sesame');
  });

  it('picks a template, and lets it decide about the launch', async () => {
    const { app } = await filledForm();
    await app.fill({ Image: '' });
    await app.press('form.template');
    expect(app.text()).toContain('Templates');
    for (const letter of 'pytorch') await app.type(letter);
    expect(app.dialog()).not.toContain('ubuntu');
    await app.press('menu.pick');
    // Which value wins is shown before anything is rented.
    expect(app.dialog()).toContain('what you leave open comes from the template');
    expect(app.dialog()).toMatch(/Image +template +pytorch\/pytorch:2\.6/);
    expect(app.dialog()).toMatch(/Connect +template +Jupyter \+ SSH, direct/);
    expect(app.dialog()).toContain('WANDB_MODE, GREETING');
    await app.press('pager.close');
    await app.fill({ Disk: '12', Env: 'WANDB_MODE=online' });
    await app.press('form.submit');
    expect(app.dialog()).toContain('merged: Env; yours wins: Disk');
    await app.past300ms();
    await app.press('dialog.no');
    expect(app.text()).toMatch(/as the template says/);
    await app.press('form.json');
    expect(app.text()).toContain('With template PyTorch with Jupyter:');
    expect(app.text()).toContain("12 GB, not the template's 40 GB");
    expect(app.text()).toContain('"template_hash_id"');
    expect(app.text()).not.toContain('"runtype"');
    expect(app.text()).not.toContain('"image"');
  });

  it.each([
    [80, 24],
    [120, 40],
    [60, 16],
  ])('fits a terminal of %i by %i, and its question shows its buttons', async (cols, rows) => {
    const { app } = await filledForm({}, { cols, rows });
    await app.press('form.page', 'form.page');
    expect(app.text()).toMatch(/\$\/h|\$0\.\d{3}\/h/);
    expect(app.text()).toContain('F1 help');
    await review(app);
    expect(app.text()).toContain('[ No, go back ]');
    expect(app.text()).toContain('Yes, rent');
    expect(app.frame()).toHaveLength(rows);
  });
});
