import type { CreateRequest } from '../client/wire.ts';

export type CreationField = {
  name: keyof CreateRequest;
  label: string;
  help: string;
  kind: 'text' | 'lines' | 'number' | 'switch' | 'choice' | 'env' | 'login' | 'volume';
  /** 1: asked of everybody. 2: the rarer ones. */
  page: 1 | 2;
  /** Flag of `rigdeck rent`. */
  flag: string;
};

// A record, so that a field that is added to the request and forgotten here does not compile.
const rows: Record<keyof CreateRequest, Omit<CreationField, 'name'>> = {
  image: {
    label: 'Image',
    help: 'Docker image path; a template may supply it',
    kind: 'text',
    page: 1,
    flag: '--image',
  },
  label: { label: 'Label', help: 'Your own name for the instance', kind: 'text', page: 1, flag: '--label' },
  disk: {
    label: 'Disk',
    help: 'Local disk in GB, 8 when left out; decide now, no way to change it later is known',
    kind: 'number',
    page: 1,
    flag: '--disk',
  },
  price: {
    label: 'Bid',
    help: 'Bid in $/h, interruptible instances only; left out for on-demand',
    kind: 'number',
    page: 1,
    flag: '--price',
  },
  runtype: {
    label: 'Connect',
    help: 'How the instance is launched and reached',
    kind: 'choice',
    page: 1,
    flag: '--runtype',
  },
  env: {
    label: 'Env and ports',
    help: 'Variables as NAME=VALUE, ports as HOST:CONTAINER (--port)',
    kind: 'env',
    page: 1,
    flag: '--env',
  },
  onstart: {
    label: 'On start',
    help: 'Shell commands run once the instance is up; SSH and Jupyter runtypes only',
    kind: 'lines',
    page: 1,
    flag: '--onstart-file',
  },
  cancel_unavail: {
    label: 'Busy host',
    help: 'Fail at once when the instance cannot start immediately',
    kind: 'switch',
    page: 1,
    flag: '--cancel-unavail',
  },
  template_hash_id: {
    label: 'Template',
    help: 'Template hash; its values are defaults, what you fill in here wins',
    kind: 'text',
    page: 2,
    flag: '--template',
  },
  args_str: {
    label: 'Args',
    help: "Replaces the image's CMD, or goes to its ENTRYPOINT; runtype args only",
    kind: 'text',
    page: 2,
    flag: '--args',
  },
  use_jupyter_lab: {
    label: 'JupyterLab',
    help: 'JupyterLab instead of Jupyter Notebook',
    kind: 'switch',
    page: 2,
    flag: '--jupyter-lab',
  },
  jupyter_dir: {
    label: 'Jupyter directory',
    help: 'Directory in which Jupyter starts',
    kind: 'text',
    page: 2,
    flag: '--jupyter-dir',
  },
  python_utf8: {
    label: 'Python UTF-8',
    help: "Set Python's locale to C.UTF-8",
    kind: 'switch',
    page: 2,
    flag: '--python-utf8',
  },
  lang_utf8: { label: 'UTF-8', help: 'Set the locale to C.UTF-8', kind: 'switch', page: 2, flag: '--lang-utf8' },
  image_login: {
    label: 'Registry login',
    help: 'User, access token and registry of a private image; read from stdin, never an argument',
    kind: 'login',
    page: 2,
    flag: '--image-login-stdin',
  },
  target_state: {
    label: 'Initial state',
    help: 'running (default) or stopped',
    kind: 'choice',
    page: 2,
    flag: '--target-state',
  },
  vm: { label: 'VM', help: 'A VM instead of a container', kind: 'switch', page: 2, flag: '--vm' },
  volume_info: {
    label: 'Volume',
    help: 'Id of a volume that exists already',
    kind: 'volume',
    page: 2,
    flag: '--volume',
  },
};

/** One row for each field of the creation request (interface.md), read by the form and by the command line. */
export const creationFields: readonly CreationField[] = (Object.keys(rows) as (keyof CreateRequest)[]).map((name) => ({ name, ...rows[name] }));
