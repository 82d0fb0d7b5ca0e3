/** A service whose every record holds secrets, wherever services are known to put them. */
import type { Asked } from '../../src/client/transport.ts';

/** What is planted, by where it stands. */
export const inRecords = {
  'the token of a Jupyter': 'pl4nted-jupyter-token-1',
  'a variable': 'pl4nted-env-value-22',
  'a variable among flags of docker': 'pl4nted-docker-flag-23',
  'a password of a registry': 'pl4nted-registry-333',
  'a password': 'pl4nted-password-4444',
  'an API key': 'pl4nted-api-key-55555',
  'a login': 'pl4nted-image-login-6',
  'an argument': 'pl4nted-arg-token-77',
  'a line of a start script': 'pl4nted-onstart-7777',
  'a password in an address': 'pl4nted-in-address-8',
  'a session key': 'pl4nted-session-888',
};

const fields = {
  jupyter_token: inRecords['the token of a Jupyter'],
  extra_env: [
    ['HF_TOKEN', inRecords['a variable']],
    ['-p 1:1', '1'],
  ],
  env: `-e HF_TOKEN=${inRecords['a variable among flags of docker']} -p 8080:8080`,
  docker_login_pass: inRecords['a password of a registry'],
  password: inRecords['a password'],
  api_key: inRecords['an API key'],
  image_login: `-u me -p ${inRecords['a login']} registry.example.com`,
  args_str: `serve --api-key ${inRecords['an argument']} --port 8000`,
  image_args: ['--api-key', inRecords['an argument']],
  launch_args: `--disk 40 --env '-e API_SECRET=${inRecords['an argument']}'`,
  onstart: `export HF_TOKEN="${inRecords['a line of a start script']}"\ngit clone https://me:${inRecords['a password in an address']}@git.example.com/x`,
  session_key: inRecords['a session key'],
};

/** Plants them in each record of a reply, that is in each object that has an id or a hash. */
function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plant(one)]));
  return 'id' in value || 'hash_id' in value ? { ...own, ...fields } : own;
}

/** The same service with planted records. */
export const withPlanted =
  (service: (url: string, asked: Asked) => Promise<Response>) =>
  async (url: string, asked: Asked): Promise<Response> => {
    const reply = await service(url, asked);
    const text = await reply.text();
    const planted = /^[{[]/.test(text) ? JSON.stringify(plant(JSON.parse(text))) : text;
    return new Response(planted, { status: reply.status, headers: reply.headers });
  };
