import type { CreateRequest, Runtype } from '../../client/wire.ts';

/** A launch mode as the form and the command line show it (interface.md, Runtypes). */
export type RuntypeRow = {
  label: string;
  /** Ports that the service provisions on the instance. */
  ports: readonly number[];
  behaviour: string;
  hasSsh: boolean;
  hasJupyter: boolean;
  /** Reached by the machine's own open ports, so that the offer needs at least one. */
  direct: boolean;
};

const directSsh: RuntypeRow = {
  label: 'SSH, direct',
  ports: [22],
  behaviour: 'Direct SSH',
  hasSsh: true,
  hasJupyter: false,
  direct: true,
};
const proxySsh: RuntypeRow = {
  label: 'SSH, through the proxy',
  ports: [],
  behaviour: "SSH through the service's proxy",
  hasSsh: true,
  hasJupyter: false,
  direct: false,
};
const proxyJupyter: RuntypeRow = {
  label: 'Jupyter + SSH, through the proxy',
  ports: [],
  behaviour: 'Jupyter and SSH through the proxy',
  hasSsh: true,
  hasJupyter: true,
  direct: false,
};

export const runtypes: Readonly<Record<Runtype, RuntypeRow>> = {
  jupyter_direct: {
    label: 'Jupyter + SSH, direct',
    ports: [8080, 22],
    behaviour: 'Direct Jupyter and SSH (recommended)',
    hasSsh: true,
    hasJupyter: true,
    direct: true,
  },
  ssh_direct: directSsh,
  ssh_proxy: proxySsh,
  jupyter_proxy: proxyJupyter,
  args: {
    label: 'image entrypoint, no SSH',
    ports: [],
    behaviour: "The image's ENTRYPOINT is kept and args are appended; no SSH or Jupyter",
    hasSsh: false,
    hasJupyter: false,
    direct: false,
  },
  ssh: { ...proxySsh, label: 'SSH, through the proxy (alias ssh)', behaviour: 'Alias of ssh_proxy' },
  jupyter: {
    ...proxyJupyter,
    label: 'Jupyter + SSH, through the proxy (alias jupyter)',
    behaviour: 'Alias of jupyter_proxy',
  },
};

export const runtypeNames = Object.keys(runtypes) as readonly Runtype[];

export function isRuntype(word: string): word is Runtype {
  return Object.hasOwn(runtypes, word);
}

/**
 * Why a creation field has no effect with a runtype, or undefined when it has. Without a runtype (a template
 * may bring one) nothing is known to be ignored.
 */
export function ignoredBecause(field: keyof CreateRequest, runtype: Runtype | undefined): string | undefined {
  if (runtype === undefined) return undefined;
  if (field === 'onstart' && runtype === 'args') {
    return "args keeps the image's own entrypoint: the on-start script does not run";
  }
  if (field === 'args_str' && runtype !== 'args') return 'used only with the runtype args';
  const jupyterField = field === 'use_jupyter_lab' || field === 'jupyter_dir';
  return jupyterField && !runtypes[runtype].hasJupyter ? 'used only with a Jupyter runtype' : undefined;
}

/** What the words of `image_runtype` come to (`ssh_direc ssh_proxy`, spelled so); undefined for none that is known. */
export function runtypeOf(words: string | undefined): Runtype | undefined {
  const has = new Set(
    (words ?? '').split(/\s+/).map((word) => (word.endsWith('_direc') ? `${word}t` : word)),
  );
  const order: readonly Runtype[] = [
    'jupyter_direct',
    'jupyter_proxy',
    'jupyter',
    'ssh_direct',
    'ssh_proxy',
    'ssh',
    'args',
  ];
  return order.find((name) => has.has(name));
}
