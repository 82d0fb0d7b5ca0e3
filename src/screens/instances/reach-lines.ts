import { padEnd } from '../../base/cells.ts';
import type { Parts } from '../../base/parts.ts';
import type { Instance } from '../../client/wire.ts';
import { hostAndPort, openPorts } from '../../engine/connect/instance-ports.ts';
import { jupyterLink } from '../../engine/connect/jupyter.ts';
import { canSsh } from '../../engine/instances/lifecycle.ts';
import { directSshPlace, sshPlace } from '../../engine/instances/ssh-target.ts';
import type { KeyName } from '../../engine/keymap.ts';
import { runtypeOf, runtypes } from '../../engine/rent/runtypes.ts';

const nameCells = 10;
const row = (name: string, text: string, hint = ''): Parts => [
  [`    ${padEnd(name, nameCells)}`, 'dim'],
  text,
  ...(hint === '' ? [] : [[`   ${hint}`, 'dim'] as const]),
];

/**
 * The addresses of an instance, each with the way it goes: through the service's proxy or straight to the machine. The
 * token of its Jupyter is hidden here. Nothing while it does not run, since none of them leads anywhere then.
 */
export function reachLines(
  instance: Instance,
  glyphs: { arrow: string; dot: string },
  keyName: KeyName,
): Parts[] {
  if (instance.actual_status !== 'running') return [];
  const reached = canSsh(instance).ok;
  const proxy = reached ? sshPlace(instance) : undefined;
  const direct = reached ? directSshPlace(instance) : undefined;
  // What the service names as its SSH address can be the machine's own.
  const same = proxy !== undefined && proxy.host === direct?.host && proxy.port === direct.port;
  const ports = openPorts(instance).map(({ container, protocol, host, port }) => {
    const there = `${container}${protocol === 'udp' ? '/udp' : ''}`;
    return `${host === undefined ? `port ${port}` : hostAndPort(host, port)} ${glyphs.arrow} ${there}`;
  });
  return [
    ...(proxy === undefined || same ? [] : [row('proxy', hostAndPort(proxy.host, proxy.port), 'ssh')]),
    ...(direct === undefined
      ? []
      : [
          row(
            'direct',
            hostAndPort(direct.host, direct.port),
            same ? 'ssh' : `ssh, by ${keyName('instance.ssh-direct')}`,
          ),
        ]),
    ...ports.map((port, index) => row(index === 0 ? 'ports' : '', port)),
    ...jupyterLines(instance, glyphs.dot, keyName('instance.jupyter')),
  ];
}

function jupyterLines(instance: Instance, dot: string, key: string): Parts[] {
  const runtype = runtypeOf(instance.image_runtype);
  if (runtype === undefined || !runtypes[runtype].hasJupyter) return [];
  const link = jupyterLink(instance);
  if (link.ok) return [row('Jupyter', link.shown.replaceAll('•', dot), `${key} opens it`)];
  return link.tunnel ? [row('Jupyter', 'through a tunnel', key)] : [];
}
