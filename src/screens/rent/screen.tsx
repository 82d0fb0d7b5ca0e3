import { Box } from 'ink';
import type { Part, Parts } from '../../base/parts.ts';
import { answerAge } from '../../engine/read-health.ts';
import type { RouteOf } from '../../engine/route.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { formActions } from '../../hooks/use-form.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useToldNow } from '../../hooks/use-now.ts';
import { sendingWords } from '../../hooks/use-rent.ts';
import { Beside } from '../../tui/dialog/beside.tsx';
import { Form, formMeasure } from '../../tui/form/form.tsx';
import { Lines, Quiet } from '../../tui/text/line.tsx';
import { partsWidth, spread } from '../../tui/text/parts.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { rentActions } from './commands.ts';
import { rentPages } from './fields.ts';
import { costLine, costLines, machineLine } from './review.ts';
import { type RentForm, useRentForm } from './use-rent-form.ts';

/** From this width on the costs stand beside the form, below it on one line over it. */
const besideFrom = 80;
const costColumns = 27;
/** On fewer rows than these nothing is spent on a blank line. */
const airyFrom = 14;
const labelCells = 12;

function Rent({ route }: { route: RouteOf<'rent'> }) {
  const deck = useDeck();
  const body = useBody();
  const { glyphs, spoken } = useTheme();
  const { now, tells } = useToldNow();
  const money = useMoney();
  const rented = useRentForm(route);
  const { form, fields, page, rent, cost, warnings } = rented;
  useHint(hint(rented, glyphs, spoken));

  const beside = body.columns >= besideFrom;
  const formColumns = beside ? Math.min(formMeasure, body.columns - costColumns - 2) : body.columns;
  // The message line can be taken by a message of another matter; here the wait is always seen.
  const age = (): Part =>
    rent.isSent
      ? [`${sendingWords}  `, 'warn']
      : [rent.readAt === undefined ? '' : `price ${answerAge(deck.own() - rent.readAt)} old  `, 'dim'];
  const ageAndPage = (): Parts => [age(), [spoken ? `page ${page + 1} of 2` : `${page + 1}/2 `, 'dim']];
  const headAt = (at: number): Parts[] => [
    spread(
      [`   ${machineLine(rent.offer, glyphs.sep, body.columns - partsWidth(ageAndPage()) - 4)}`],
      ageAndPage(),
      body.columns,
    ),
    ...(beside ? [] : [costLine({ cost, money, now: at }, glyphs)]),
    ...(body.rows < airyFrom ? [] : [[]]),
  ];
  const costsAt = (at: number) =>
    costLines({ cost, money, warnings, now: at, cells: costColumns - 2 }, glyphs);
  tells((at) => JSON.stringify([headAt(at), beside ? costsAt(at) : []]));
  const head = headAt(now);
  const rows = body.rows - head.length;
  return (
    <Box flexDirection="column">
      <Lines columns={body.columns} lines={head} />
      <Beside>
        <Form
          fields={fields.filter(({ id }) => rentPages[page]?.includes(id))}
          state={form.state}
          columns={formColumns}
          rows={rows}
          labelCells={labelCells}
        />
        {beside ? (
          <Quiet value="a">
            <Box flexDirection="column" marginLeft={1} width={costColumns}>
              <Lines columns={costColumns} lines={costsAt(now).slice(0, rows)} />
            </Box>
          </Quiet>
        ) : null}
      </Beside>
    </Box>
  );
}

/** What the message line says of the form: what keeps it from going on, or that nothing does. */
function hint({ rent, wrong, fields, values }: RentForm, glyphs: { done: string }, spoken: boolean): Parts {
  if (rent.blocked !== undefined) return [[rent.blocked, 'warn']];
  const [first] = wrong;
  if (first !== undefined) {
    const label = fields.find(({ id }) => id === first[0])?.label ?? first[0];
    return [[`${label}: ${first[1]}`, 'dim']];
  }
  // Told after each field, a count of them would be all that is heard of it.
  if (spoken) return ['every field is valid'];
  const filled = fields.filter(({ id }) => (values[id] ?? '') !== '').length;
  return [[`${glyphs.done} ${filled} ${filled === 1 ? 'field' : 'fields'} valid`, 'ok']];
}

export const rent: ScreenDef<'rent'> = {
  title: ({ offer }) => `Rent offer ${offer.id}`,
  needs: 'api-key',
  actions: [...formActions, ...rentActions],
  // A form is one offer's: another offer in its place starts with its own.
  View: ({ route }) => <Rent key={route.offer.id} route={route} />,
};
