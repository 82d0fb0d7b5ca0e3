import * as v from 'valibot';
import { flag, named, num, optional, text } from './body.ts';
import type { CanonicalRuntype, TemplateNotes, TemplateRecord } from './entities.ts';
import type { Store } from './store.ts';

/** A template as it goes over the wire; the password of its registry is masked. */
export function presentTemplate(store: Store, template: TemplateRecord): Record<string, unknown> {
  return {
    id: template.id,
    hash_id: template.hash,
    name: template.name,
    image: template.image,
    tag: template.tag,
    default_tag: template.tag,
    env: template.env,
    onstart: template.onstart,
    args_str: template.argsStr,
    runtype: template.runtype.split('_')[0],
    ssh_direct: template.runtype === 'ssh_direct' || template.runtype === 'jupyter_direct',
    jup_direct: template.runtype === 'jupyter_direct',
    use_ssh: template.runtype !== 'args',
    use_jupyter_lab: template.jupyterLab,
    jupyter_dir: template.jupyterDir,
    docker_login_repo: template.registry?.repo ?? null,
    docker_login_user: template.registry?.user ?? null,
    docker_login_pass: template.registry === null ? null : '********',
    recommended_disk_space: template.recommendedDisk,
    volume_info: template.volumeInfo,
    desc: template.desc,
    href: template.notes?.href ?? null,
    repo: template.notes?.repo ?? null,
    readme: template.notes?.readme ?? '',
    readme_visible: template.notes?.readme_visible ?? true,
    extra_filters: template.notes?.extra_filters ?? {},
    private: template.private,
    recommended: !template.private,
    creator_id: store.state.account.id,
    created_at: template.createdAt / 1000,
    recent_create_date: template.createdAt / 1000,
    count_created: store.state.instances.filter((one) => one.template?.id === template.id).length,
  };
}

const notes = {
  href: optional(text),
  repo: optional(text),
  readme: optional(text),
  readme_visible: optional(flag),
  extra_filters: optional(named(v.unknown())),
};

/** Body of the calls that make and change templates. */
export const templateShape = v.object({
  ...notes,
  name: optional(text),
  image: optional(text),
  tag: optional(text),
  env: optional(text),
  onstart: optional(text),
  args_str: optional(text),
  runtype: optional(v.picklist(['ssh', 'jupyter', 'args'])),
  ssh_direct: optional(flag),
  jup_direct: optional(flag),
  use_jupyter_lab: optional(flag),
  jupyter_dir: optional(text),
  docker_login_repo: optional(text),
  docker_login_user: optional(text),
  docker_login_pass: optional(text),
  recommended_disk_space: optional(num),
  desc: optional(text),
  private: optional(flag),
  volume_info: optional(named(v.unknown())),
  hash_id: optional(text),
  template_id: optional(num),
});
export type TemplateInput = v.InferOutput<typeof templateShape>;

function runtypeOf(given: TemplateInput, before: CanonicalRuntype): CanonicalRuntype {
  if (given.runtype === undefined) return before;
  if (given.runtype === 'args') return 'args';
  const direct = given.runtype === 'ssh' ? given.ssh_direct : given.jup_direct;
  return `${given.runtype}_${direct === true ? 'direct' : 'proxy'}`;
}

function notesOf(given: TemplateInput, before: TemplateNotes | undefined): TemplateNotes {
  const named = Object.keys(notes) as (keyof TemplateNotes)[];
  const said = named.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
  return { ...before, ...Object.fromEntries(said) };
}

/** The template with what was given laid over it. */
export const changedTemplate = (before: TemplateRecord, given: TemplateInput): TemplateRecord => ({
  ...before,
  name: given.name ?? before.name,
  image: given.image ?? before.image,
  tag: given.tag ?? before.tag,
  env: given.env ?? before.env,
  onstart: given.onstart ?? before.onstart,
  argsStr: given.args_str ?? before.argsStr,
  runtype: runtypeOf(given, before.runtype),
  jupyterLab: given.use_jupyter_lab ?? before.jupyterLab,
  jupyterDir: given.jupyter_dir ?? before.jupyterDir,
  registry: given.docker_login_repo
    ? {
        repo: given.docker_login_repo,
        user: given.docker_login_user ?? '',
        pass: given.docker_login_pass ?? '',
      }
    : before.registry,
  recommendedDisk: given.recommended_disk_space ?? before.recommendedDisk,
  desc: given.desc ?? before.desc,
  private: given.private ?? before.private,
  volumeInfo: given.volume_info ?? before.volumeInfo,
  notes: notesOf(given, before.notes),
});
