import { disk } from '../base/format.ts';
import type { Template } from '../client/wire.ts';
import { isWhole } from '../engine/missing-rows.ts';
import { templateImage, templateRuntype } from '../engine/rent/template-merge.ts';
import { type CommandContext, requireAccount } from './cli/context.ts';
import { listEnd, wholeness } from './cli/missing-rows.ts';
import { type PrintColumn, printJson, printRows } from './cli/output.ts';
import { publicList } from './cli/public-list.ts';

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
export async function templatesCommand(context: CommandContext): Promise<number> {
  const { io, json, signal } = context;
  const { api } = await requireAccount(context);
  const list = await publicList(
    api,
    api.listTemplates({ signal }),
    'This service lists no templates.',
    'Take the hash of a template from the web console.',
  );
  // Values of variables may be secrets: a list is no place for them.
  const templates = list.rows.map(({ env: _, ...rest }) => rest);
  if (json) printJson(io, { schema: 1, templates, ...wholeness(list) });
  else printRows(io, columns, templates);
  if (!json && templates.length === 0 && isWhole(list)) io.say('No templates.');
  return listEnd(io, 'template', list);
}
