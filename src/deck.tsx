import { Box, useApp } from 'ink';
import { useEffect, useMemo } from 'react';
import type { Instance } from './client/wire.ts';

import type { Deck } from './engine/deck.ts';
import { dataOf } from './engine/read-health.ts';
import type { Route } from './engine/route.ts';
import { useAwaited } from './hooks/awaited.ts';
import { useOnItsWay } from './hooks/on-its-way.ts';
import { useQuitWarning } from './hooks/quit-warning.ts';
import { useInstances } from './hooks/resources.ts';
import { SwrProvider, useEngineReads } from './hooks/swr-provider.tsx';
import { useAttention } from './hooks/use-attention.ts';
import { useCurrentMessage } from './hooks/use-current-message.ts';
import { useKeys } from './hooks/use-keys.ts';
import { messageLines } from './screens/shell/message-line.tsx';
import { KeyNamesProvider } from './tui/keys/key-names.ts';
import { visibleActions } from './tui/keys/layers.ts';
import { Header, Rule } from './tui/text/header.tsx';
import { KeyLine } from './tui/text/key-line.tsx';
import { Line } from './tui/text/line.tsx';
import { BodyProvider, smallest, useTerminalSize, type Viewport } from './tui/use-viewport.ts';
// The first screen comes with the deck; the registry loads the others.
import './screens/offers/screen.tsx';
import type { Parts } from './base/parts.ts';
import {
  DeckProvider,
  ServicesProvider,
  useDeck,
  useRoute,
  useServices,
  useSession,
} from './hooks/use-deck.ts';
import { AlertWatch } from './hooks/watch/alert-watch.tsx';
import { AskedKeys } from './hooks/watch/asked-keys.tsx';
import { AuthWatch } from './hooks/watch/auth-watch.tsx';
import { CopyWatch } from './hooks/watch/copy-watch.tsx';
import { GlobalKeys } from './hooks/watch/global-keys.tsx';
import { LockWatch } from './hooks/watch/lock-watch.tsx';
import { LostActs } from './hooks/watch/lost-acts.tsx';
import { PriceWatch } from './hooks/watch/price-watch.tsx';
import { RentSettler } from './hooks/watch/rent-settler.tsx';
import { RescueRunner } from './hooks/watch/rescue-runner.tsx';
import { RunwayAlarm } from './hooks/watch/runway-alarm.tsx';
import { SampleRecorder } from './hooks/watch/sample-recorder.tsx';
import { SearchWatch } from './hooks/watch/search-watch.tsx';
import { SpendingAlarm } from './hooks/watch/spending-alarm.tsx';
import { WindowTitle } from './hooks/watch/window-title.tsx';
import { NamedActs } from './screens/instances/acts.tsx';
import { MoneyLine } from './screens/money/money-line.tsx';
import { tabs as allTabs, definitionOf } from './screens/registry.ts';
import { Digest } from './screens/shell/digest.tsx';
import { HeldLine, useHeldAct } from './screens/shell/held-line.tsx';
import { Messages } from './screens/shell/messages.tsx';
import { ModalView } from './screens/shell/modal-view.tsx';
import { OnItsWayLine } from './screens/shell/on-its-way.tsx';
import { dialogs } from './screens/shell/registry.ts';
import { makeTheme, type Theme, ThemeProvider, useTheme } from './tui/theme/theme.ts';
import { useStore } from './tui/use-store.ts';

/** Lines of the frame that are not the screen's. Full: header, money, two rules, one of message, keys. */
const frameRows = { full: 6, slim: 2, bare: 0 } as const;

/** Cells of a line that is told whole. */
const longLine = 400;

/** The whole deck, drawn for the terminal of `theme` in the theme that its store names: one screen of the registry between the header and the key line, a dialog over it. */
export function App({ deck, theme }: { deck: Deck; theme: Theme }) {
  // What goes on for the account ends with the deck; what is below is drawn anew for each session.
  useEffect(() => () => deck.engine.get()?.dispose('quit'), [deck]);
  const name = useStore(deck.theme);
  const wishes = useStore(deck.palette.wishes);
  const drawn = useMemo(() => {
    const { ascii = theme.ascii, still = theme.still } = wishes;
    return makeTheme({ ...theme.look, name, ascii, still });
  }, [theme, name, wishes]);
  return (
    <ServicesProvider value={deck.services}>
      <ThemeProvider value={drawn}>
        <DeckProvider value={deck}>
          <KeyNamesProvider value={deck.keyName}>
            <SwrProvider>
              <Shell />
            </SwrProvider>
          </KeyNamesProvider>
        </DeckProvider>
      </ThemeProvider>
    </ServicesProvider>
  );
}

function Shell() {
  const deck = useDeck();
  const { exit, suspendTerminal } = useApp();
  const size = useTerminalSize();
  const { spoken } = useTheme();
  useEffect(() => {
    deck.quit.current = () => exit();
  }, [deck, exit]);
  useEffect(() => deck.services.terminal.attach(suspendTerminal), [deck, suspendTerminal]);
  useEngineReads();
  useKeys();
  useRedrawAfterResize(size);
  const tiny = size.columns < smallest.columns || size.rows < smallest.rows;
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
      <GlobalKeys />
      <AskedKeys />
      <AlertWatch />
      <LockWatch />
      <WindowTitle />
      <SearchWatch />
      <AuthWatch />
      <SampleRecorder />
      <RunwayAlarm />
      <SpendingAlarm />
      <PriceWatch />
      <RentSettler />
      <RescueRunner />
      <CopyWatch />
      <LostActs />
      <NamedActs />
      {spoken ? <Told /> : tiny ? <Digest /> : <Frame columns={size.columns} rows={size.rows} />}
    </Box>
  );
}

/**
 * A whole frame after each change of the window. Ink draws the old tree into the new size first and then only what
 * differs from that, over whatever the terminal made of it.
 */
function useRedrawAfterResize({ columns, rows }: Viewport): void {
  const deck = useDeck();
  const changes = useStore(deck.resized);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size may come a render after the signal
  useEffect(() => {
    if (changes > 0) deck.redraw.current();
  }, [deck, changes, columns, rows]);
}

function Frame({ columns, rows }: { columns: number; rows: number }) {
  const { chrome: chromeStore, keyName } = useDeck();
  const chrome = useStore(chromeStore);
  const route = useRoute();
  const held = useHeldAct();
  const said = useCurrentMessage();
  const onItsWay = useOnItsWay();
  // What waits to be sent is gone in seconds, what is on its way with its answer; whatever was said before comes back then.
  // What has been said since then, such as why a key does nothing now, is an answer that cannot wait.
  const isLater = (at: number) => (held === undefined ? at >= (onItsWay?.newest ?? at) : at > held.act.at);
  const later = said !== undefined && isLater(said.at);
  const message = later ? said : undefined;
  const full = chrome === 'full';
  // What would be lost is said whatever else stands there, and on a screen that has no line for messages too.
  const warning = useQuitWarning();
  const warned = warning === undefined ? undefined : { level: 'warn' as const, text: warning, more: 0 };
  const shown = warned ?? message;
  const overHeld = held === undefined ? warned !== undefined && !full : warned !== undefined || later;
  const furtherLines =
    full || overHeld ? messageLines(shown, columns, keyName('app.messages')).length - (overHeld ? 0 : 1) : 0;
  const calmRows = rows - frameRows[chrome];
  const bodyRows = calmRows - furtherLines;
  const body = useMemo(() => ({ columns, rows: bodyRows, calmRows }), [columns, bodyRows, calmRows]);
  return (
    <BodyProvider value={body}>
      {chrome === 'bare' ? null : <Top columns={columns} />}
      {full ? <MoneyLine columns={columns} /> : null}
      {full ? <Rule columns={columns} /> : null}
      <Box flexDirection="column" height={body.rows} overflow="hidden">
        <Place route={route} columns={columns} />
      </Box>
      {full ? <Rule columns={columns} /> : null}
      {overHeld ? <Messages message={shown} columns={columns} /> : null}
      {held !== undefined && chrome !== 'bare' ? <HeldLine {...held} columns={columns} /> : null}
      {!full || held !== undefined ? null : shown === undefined && onItsWay !== undefined ? (
        <OnItsWayLine write={onItsWay} columns={columns} />
      ) : (
        // What would be lost names what is on its way.
        <Messages message={shown} write={warned === undefined ? onItsWay : undefined} columns={columns} />
      )}
      {full || (chrome === 'slim' && held === undefined) ? <Keys columns={columns} /> : null}
      <ModalView />
    </BodyProvider>
  );
}

/** The screen for a screen reader: the same hooks, layers and keys, and none of the drawing. */
function Told() {
  const { nav, keyName } = useDeck();
  const { stack } = useStore(nav);
  const route = useRoute();
  const session = useSession();
  const rows = dataOf(useInstances())?.instances ?? [];
  const needy = useTabs(route, rows).find(({ attention }) => attention);
  const trail = stack.map((one) => definitionOf(one).title(one, rows));
  const account = session === undefined ? '' : `, ${session.profile}${session.readOnly ? ', read only' : ''}`;
  return (
    <dialogs.SpokenFrame
      place={`${stack.length} ${routeKey(route)}`}
      title={`${trail.at(-1) ?? ''}${trail.length > 1 ? `, from ${trail.at(-2)}` : ''}${account}`}
      needsYou={
        needy === undefined
          ? undefined
          : `Something in ${needy.name} needs you: press ${keyName(needy.screen === 'instances' ? 'app.needs-you' : needy.action)}`
      }
      keys={<Keys columns={longLine} />}
    >
      <Place route={route} columns={longLine} />
    </dialogs.SpokenFrame>
  );
}

/** What is under the header. Of a place that was opened before the account is known there is nothing to show yet. */
function Place({ route, columns }: { route: Route; columns: number }) {
  const { View } = definitionOf(route);
  if (useAwaited()) return <Line parts={[['   shown once your key is known', 'dim']]} columns={columns} />;
  return <View key={routeKey(route)} route={route} />;
}

/** The first line. Apart from the rest, so that a read of the list, which may name a crumb, redraws nothing else. */
function Top({ columns }: { columns: number }) {
  const { stack } = useStore(useDeck().nav);
  const route = useRoute();
  const corner = useCorner();
  const rows = dataOf(useInstances())?.instances ?? [];
  const tabs = useTabs(route, rows);
  const crumbs =
    stack.length > 1 || tabs.every(({ active }) => !active)
      ? stack.map((r) => definitionOf(r).title(r, rows))
      : [];
  return <Header tabs={tabs} crumbs={crumbs} corner={corner} columns={columns} />;
}

const routeKey = (route: Route): string => ('id' in route ? `${route.screen} ${route.id}` : route.screen);

/** A dot stands beside a place where something waits for the person. */
function useTabs(route: Route, rows: readonly Instance[]) {
  const attention = useAttention(rows);
  const { keymap } = useDeck();
  return allTabs.map(({ screen, action, name }) => ({
    ...{ key: keymap(action)[0] ?? '', name, screen, action },
    active: route.screen === screen,
    attention: attention.has(screen),
  }));
}

function useCorner(): Parts {
  const session = useSession();
  const { glyphs } = useTheme();
  const { version } = useServices();
  if (session === undefined) return [[`v${version}`, 'dim']];
  const readOnly: Parts = session.readOnly ? [['RO', 'warn'], ` ${glyphs.sep} `] : [];
  return [...readOnly, [session.profile, session.colour ?? (session.sandbox ? 'warn' : 'plain')]];
}

function Keys({ columns }: { columns: number }) {
  const { layers, keymap } = useDeck();
  const stack = useStore(layers).map((entry) => entry.current);
  return <KeyLine actions={visibleActions(stack, keymap)} columns={columns} />;
}
