import type { CreateRequest } from '../../client/wire.ts';

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
    help: 'Docker image (optional with a template)',
    kind: 'text',
    page: 1,
    flag: '--image',
  },
  label: { label: 'Label', help: 'Name of the instance', kind: 'text', page: 1, flag: '--label' },
  disk: {
    label: 'Disk',
    help: 'Disk size in GB, fixed at creation (default 8)',
    kind: 'number',
    page: 1,
    flag: '--disk',
  },
  price: {
    label: 'Bid',
    help: 'Bid in $/h (makes the instance interruptible)',
    kind: 'number',
    page: 1,
    flag: '--price',
  },
  runtype: {
    label: 'Connect',
    help: 'Launch mode',
    kind: 'choice',
    page: 1,
    flag: '--runtype',
  },
  env: {
    label: 'Env and ports',
    help: 'Variables (NAME=VALUE) and ports (HOST:CONTAINER)',
    kind: 'env',
    page: 1,
    flag: '--env',
  },
  onstart: {
    label: 'On start',
    help: 'On-start script (SSH and Jupyter modes; - is stdin)',
    kind: 'lines',
    page: 1,
    flag: '--onstart-file',
  },
  cancel_unavail: {
    label: 'Busy host',
    help: "If the host is busy, fail (don't create it stopped)",
    kind: 'switch',
    page: 1,
    flag: '--cancel-unavail',
  },
  template_hash_id: {
    label: 'Template',
    help: "Template hash (your values override the template's)",
    kind: 'text',
    page: 2,
    flag: '--template',
  },
  args_str: {
    label: 'Args',
    help: 'Replace CMD, or arguments for ENTRYPOINT (args mode)',
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
    help: 'Directory Jupyter starts in',
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
    help: 'Read registry login: -u USER -p TOKEN REGISTRY',
    kind: 'login',
    page: 2,
    flag: '--image-login-stdin',
  },
  target_state: {
    label: 'Initial state',
    help: 'Start as (default running)',
    kind: 'choice',
    page: 2,
    flag: '--target-state',
  },
  vm: { label: 'VM', help: 'Create a VM instead of a container', kind: 'switch', page: 2, flag: '--vm' },
  volume_info: {
    label: 'Volume',
    help: 'Volume ID and mount path (e.g. 501:/data)',
    kind: 'volume',
    page: 2,
    flag: '--volume',
  },
};

/** One row for each field of the creation request (interface.md), read by the form and by the command line. */
export const creationFields: readonly CreationField[] = (Object.keys(rows) as (keyof CreateRequest)[]).map((name) => ({ name, ...rows[name] }));
