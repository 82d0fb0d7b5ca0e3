import type { ApiKeyRequest, PermissionCategory, PermissionDocument } from '../../client/wire.ts';
import {
  buildPermissions,
  categoriesOf,
  categoryMeans,
  mayCall,
  permissionCategories,
  readPermissions,
  usualCategories,
} from '../../engine/api-keys/permission-scopes.ts';
import { type FieldSpec, type FormState, formState, withValue } from '../../tui/form/form-state.ts';

const longestName = 255;
/** Where the form keeps the document that the editor gave; it is no field. */
const written = 'document';

/** An empty form: the four categories that interface.md shows are on. */
export function newKeyForm(): FormState {
  const start = formState({ name: '', [written]: '' }, 'name');
  return usualCategories.reduce((state, one) => withValue(state, one, 'true'), start);
}

/** The document that the form stands for: the categories that are on, each narrowed as it was in the editor. */
export function documentOf(state: FormState): PermissionDocument {
  const read = readPermissions(state.texts[written]?.text ?? '');
  return buildPermissions(
    permissionCategories.filter((one) => state.picks[one] === 'true'),
    read.ok ? read.document : undefined,
  );
}

/** The form after a document was edited: its categories are on, all others off. */
export function withDocument(state: FormState, document: PermissionDocument): FormState {
  const on = new Set<string>(categoriesOf(document));
  const kept = withValue(state, written, JSON.stringify(document));
  return permissionCategories.reduce((now, one) => withValue(now, one, on.has(one) ? 'true' : ''), kept);
}

export type NewKeyRead =
  | { ok: true; request: ApiKeyRequest }
  | { ok: false; errors: ReadonlyMap<string, string> };

/** The exact body, or what is wrong, by field. */
export function readNewKey(state: FormState): NewKeyRead {
  const name = (state.texts.name?.text ?? '').trim();
  const permissions = documentOf(state);
  const errors = new Map<string, string>();
  if (name === '') errors.set('name', 'A key needs a name, such as what uses it');
  if ([...name].length > longestName) errors.set('name', `${longestName} characters are the most`);
  if (categoriesOf(permissions).length === 0) errors.set('misc', 'With none of these it may call nothing');
  return errors.size > 0 ? { ok: false, errors } : { ok: true, request: { name, permissions } };
}

/** A name and a switch for each category. Errors are shown once the person wanted to go on. */
export function newKeyFields(
  state: FormState,
  errors: ReadonlyMap<string, string>,
  submit: () => void,
): readonly FieldSpec[] {
  const allowed = mayCall(documentOf(state));
  const toggle = (one: PermissionCategory): FieldSpec => ({
    id: one,
    label: one,
    kind: 'switch',
    text: categoryMeans[one],
    ...(allowed[one] === 'part' ? { note: 'narrowed' } : {}),
    error: errors.get(one),
  });
  return [
    { id: 'name', label: 'Name', kind: 'text', placeholder: 'what it is for', error: errors.get('name') },
    ...permissionCategories.map(toggle),
    { id: 'make', label: '', kind: 'button', text: 'Make the key', press: submit },
  ];
}

/** JSON with blanks, where it may be broken. */
export const spacedJson = (value: unknown): string => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
