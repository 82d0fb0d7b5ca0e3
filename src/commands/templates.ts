import type { Template } from '../client/wire.ts';
import { disk } from '../domain/format.ts';
import { templateImage, templateRuntype } from '../domain/template-merge.ts';
import { type CommandContext, requireAccount } from './context.ts';
import { type PrintColumn, printJson, printRows } from './output.ts';
import { publicList } from './public-list.ts';

const columns: readonly PrintColumn<Template>[] = [
  { title: 'HASH', text: ({ hash_id }) => hash_id, raw: ({ hash_id }) => hash_id },
  { title: 'NAME', text: ({ name }) => name ?? '·', raw: ({ name }) => name, least: 6 },
  { title: 'IMAGE', text: (t) => templateImage(t) ?? '·', raw: templateImage, least: 10 },
  { title: 'CONNECT', text: (t) => templateRuntype(t) ?? '·', raw: templateRuntype, least: 10 },
  {
    title: 'DISK',
    text: (t) => disk(t.recommended_disk_space),
    raw: (t) => t.recommended_disk_space,
    right: true,
  },
];

/** `rigdeck templates`: the account's templates and the public ones, for `rigdeck rent --template`. */
export async function templatesCommand(context: CommandContext): Promise<void> {
  const { io, json, signal } = context;
  const { api } = await requireAccount(context);
  const all = await publicList(
    api.listTemplates({ signal }),
    'This service lists no templates.',
    'Take the hash of a template from the web console.',
  );
  // Values of variables may be secrets: a list is no place for them.
  const templates = all.map(({ env: _, ...rest }) => rest);
  if (json) return printJson(io, { schema: 1, templates });
  printRows(io, columns, templates);
  if (templates.length === 0) io.say('No templates.');
}
