import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/base/record-secrets.ts';
import { holdsVariables, isSecretField, toldIn, withoutTold } from '../../src/base/secret-words.ts';
import { createRedactor, redacted } from '../../src/platform/log/redact.ts';

const secret = 'hunter2-x9';

describe('what is told to be a secret in a text', () => {
  it.each([
    ['export HF_TOKEN=¤ && run', 'export HF_TOKEN=• && run'],
    ['AWS_SECRET_ACCESS_KEY="¤"', 'AWS_SECRET_ACCESS_KEY=•'],
    ['AWS_ACCESS_KEY_ID=¤', 'AWS_ACCESS_KEY_ID=•'],
    ["-e DB_PASSWORD='¤' -e MODE=fast", '-e DB_PASSWORD=• -e MODE=fast'],
    ['serve --api-key ¤ --port 8000', 'serve --api-key • --port 8000'],
    ['serve --hf-token=¤', 'serve --hf-token=•'],
    ['docker login -u me -p ¤ registry.example.com', 'docker login -u me -p • registry.example.com'],
    ["--login '-u me -p ¤ r.example.com' --disk 4", '--login • --disk 4'],
    ['git clone https://me:¤@git.example.com/x', 'git clone https://me:•@git.example.com/x'],
    ['https://192.0.2.1:8080/?token=¤&x=1', 'https://192.0.2.1:8080/?token=•&x=1'],
    ['{"token": "¤", "n": 1}', '{"token": "•", "n": 1}'],
    ['"{\\"password\\":\\"¤\\"}"', '"{\\"password\\":\\"•\\"}"'],
  ])('%s', (text, masked) => {
    const open = text.replace('¤', secret);
    expect(withoutTold(open, '•')).toBe(masked);
    expect(toldIn(open).join()).toContain(secret);
    // The log knows it by the same rule, and so does a record that is shown.
    expect(createRedactor().text(open)).not.toContain(secret);
    expect(JSON.stringify(withoutSecrets({ args_str: open }))).not.toContain(secret);
  });

  it.each([
    'serve.py -p 8080 --port 8000',
    'docker run -p 8080:80 x',
    'verified=true rentable=true num_gpus=1',
    '--tokenizer mistral --max-tokens-per-step 4',
    'export HF_TOKEN=$HF_TOKEN',
    'https://example.com:8080/a',
    'Invalid token: it has expired.',
    `HF_TOKEN=${redacted}`,
  ])('nothing in: %s', (text) => {
    expect(withoutTold(text, '•')).toBe(text);
    expect(toldIn(text)).toEqual([]);
  });

  it('ends on a long text of hard shape', () => {
    for (const text of ['key-token_secret '.repeat(9000), 'key'.repeat(50_000), `${'a'.repeat(200_000)}key=`])
      expect(withoutTold(text, '•')).toBe(text);
  });
});

describe('what is known for a secret by its field', () => {
  it.each([
    ...[
      'jupyter_token',
      'docker_login_pass',
      'password',
      'api_key',
      'apiKey',
      'instance_api_key',
      'image_login',
    ],
    ...['session_key', 'secret', 'tfa_secret', 'backup_codes', 'provisioning_uri', 'aws_secret_access_key'],
  ])('%s, where a record is shown and where it is logged', (name) => {
    expect(isSecretField(name)).toBe(true);
    for (const value of [secret, [secret], { a: secret }]) {
      const record = { deep: [{ [name]: value, label: 'a' }] };
      for (const shown of [withoutSecrets(record), createRedactor().value(record)]) {
        expect(JSON.stringify(shown)).not.toContain(secret);
        expect(JSON.stringify(shown)).toContain('"label":"a"');
      }
    }
  });

  it.each(['ssh_key', 'key_id', 'label', 'hash_id', 'direct_port_count', 'status_msg', 'ssh_keys', 'code'])(
    '%s is none',
    (name) => expect(isSecretField(name)).toBe(false),
  );

  it('variables keep their names, as an object, rows, lines and flags of docker', () => {
    for (const env of [
      { HF_TOKEN: secret },
      [['HF_TOKEN', secret]],
      [{ key: 'HF_TOKEN', value: secret }],
      [`HF_TOKEN=${secret}`],
      `-e HF_TOKEN=${secret} -e MODE="${secret} b"`,
    ]) {
      const shown = JSON.stringify(withoutSecrets({ env, extra_env: env }));
      expect(shown).not.toContain(secret);
      expect(shown).toContain('HF_TOKEN');
    }
    expect(['env', 'extra_env', 'extraEnv'].every(holdsVariables)).toBe(true);
  });

  it('an argument behind one that tells it goes, and the others stay', () => {
    const args = ['serve', '--api-key', secret, '--port', '8000'];
    expect(withoutSecrets({ args })).toEqual({ args: ['serve', '--api-key', '••••••••', '--port', '8000'] });
    expect(createRedactor().value({ args })).toEqual({
      args: ['serve', '--api-key', redacted, '--port', '8000'],
    });
  });
});

it('nothing here asks Node for what would hold secrets: a report, a heap snapshot, a core dump', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, 'src', name));
  expect(sources.length).toBeGreaterThan(500);
  const asks =
    /heapsnapshot|getHeapSnapshot|process\.report|report-on|process\.abort|abort-on-uncaught|node:inspector/i;
  for (const file of [...sources, join(root, 'scripts/build.mjs'), join(root, 'package.json')])
    expect(readFileSync(file, 'utf8'), file).not.toMatch(asks);
});
