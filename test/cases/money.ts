import type { Case } from './case.ts';

/** Money, lost machines, and acts on the wrong target. */
export const money: readonly Case[] = [
  {
    id: 'C004',
    title: 'the id of a new machine is lost because its status cannot be read',
    test: ['flows/boot.test.tsx', 'C004 keeps the new id in sight while its status cannot be read'],
    source: 'src/screens/instance/absent.ts',
    anchor: 'const said = created',
    instead: 'const said = false',
    also: [
      {
        test: ['flows/boot.test.tsx', 'C004 keeps the new id in sight while its status cannot be read'],
        source: 'src/hooks/use-rent.ts',
        anchor: "else if (noted.ok) deck.messages.say('info', `rented as ${id}`);",
        instead: 'else if (noted.ok) void id;',
      },
      {
        test: ['flows/boot.test.tsx', 'C004 keeps the new id in sight while its status cannot be read'],
        source: 'src/screens/instances/unsettled.ts',
        anchor: 'return watchedLines(unseen, deck.services.timeZone);',
        instead: 'return [];',
      },
      {
        test: [
          'pty/restart.test.ts',
          'C004 once it is on the screen a power cut does not lose it, though nothing can be read',
        ],
        source: 'src/hooks/rent-run.ts',
        anchor:
          "event.t === 'intent' || event.t === 'rented' ? journal.append(event) : noteDown(deck, session, event),",
        instead:
          "event.t === 'rented' ? Promise.resolve({ ok: true as const }) : noteDown(deck, session, event),",
      },
      {
        test: [
          'pty/restart.test.ts',
          'C004 the list and the last words name it when nothing could be read since it was rented',
        ],
        source: 'src/deck/last-words.ts',
        anchor: 'watched: rows === undefined ? watched : watched.filter(({ at }) => at > readAt),',
        instead: 'watched: [],',
      },
      {
        test: [
          'commands/rent.test.ts',
          'C004 names the new machine before its record is read, and though it cannot be read: %j',
        ],
        source: 'src/commands/rent.ts',
        anchor:
          '  await tellRented(context, journal, { rent, id, late: false });\n  await keepKey(context, account, reply.instance_api_key, id);\n  await tellDearer(context, account, id, choice.agreed);',
        instead:
          '  await keepKey(context, account, reply.instance_api_key, id);\n  await tellDearer(context, account, id, choice.agreed);\n  await tellRented(context, journal, { rent, id, late: false });',
      },
      {
        test: [
          'flows/boot.test.tsx',
          'C004 shows the new id while the keyring still takes its time with the key of the instance',
        ],
        source: 'src/hooks/rent-run.ts',
        anchor: 'void keepKey(deck, session, end.reply);',
        instead: 'await keepKey(deck, session, end.reply);',
      },
    ],
  },
  {
    id: 'C005',
    title: 'a boot that never ends is left behind unnamed, and goes on costing',
    test: ['flows/leaving.test.tsx', 'C005 names what is still charged in its last words'],
    source: 'src/domain/goodbye.ts',
    anchor: "...part('not known to be gone, and may be charged', unseen),",
    also: [
      {
        test: ['flows/leaving.test.tsx', 'C005 names what is still charged in its last words'],
        source: 'src/domain/goodbye.ts',
        anchor: 'const head = `rigdeck: still charged ${perHour(rows)}:`;',
        instead: "const head = 'rigdeck:';",
      },
    ],
  },
  {
    id: 'C006',
    title: 'a destroy that failed is told as done',
    test: [
      'flows/rent-to-destroy.test.tsx',
      'C006 keeps a row whose destruction failed, and says that it may still be charged',
    ],
    source: 'src/domain/write-advice.ts',
    anchor: 'if (status >= 500 || tellNothing.has(status)) return true;',
    also: [
      {
        test: [
          'flows/on-its-way.test.tsx',
          'C006 is told of with a spinner, after three seconds with its time, and after ten that it goes out once',
        ],
        source: 'src/hooks/on-its-way.ts',
        anchor: 'return useHasWaited(local, oldest?.since, afterMs) ? oldest : undefined;',
        instead: 'return undefined;',
      },
    ],
  },
  {
    id: 'C007',
    title: 'silence about a machine is taken for its destruction',
    test: [
      'commands/power.test.ts',
      'C007 does not look for a failed destroy in a list and take its absence for success',
    ],
    source: 'src/commands/settle-lost.ts',
    anchor: 'if (now === undefined) throw error;',
    instead: 'if (now === undefined) return undefined;',
    also: [
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C007 does not take silence for a destruction (reads answer %i)',
        ],
        source: 'src/hooks/send-acts.ts',
        anchor: 'tellsOf(target, askedAt) && ',
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C007 does not take silence for a destruction (reads answer %i)',
        ],
        source: 'src/domain/write-advice.ts',
        anchor: "next: 'Check whether it is gone, and destroy it again if not.',",
        instead: "next: '',",
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C007 is told of a machine that no list has shown yet once it should have been there for a minute',
        ],
        source: 'src/hooks/send-acts.ts',
        anchor: '(listed ? 0 : absentAfterMs)',
        instead: '0',
      },
    ],
  },
  {
    id: 'C008',
    title: 'one key destroys a machine',
    test: ['flows/rent-to-destroy.test.tsx', 'C008 destroys nothing on the key alone, on Enter, or on Esc'],
    source: 'src/hooks/act-dialog.ts',
    anchor: 'typed: one && only !== undefined ? phraseFor(only) : `${act} ${targets.length}`,',
    also: [
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C008 destroys nothing on the key alone, on Enter, or on Esc',
        ],
        source: 'src/hooks/act-dialog.ts',
        anchor: "`${padEnd(String(row.id), ids)}${names === 0 ? '' : `  ${padEnd(name(row), names)}`}`",
        instead: 'padEnd(name(row), names)',
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C008 destroys nothing on the key alone, on Enter, or on Esc',
        ],
        source: 'src/hooks/act-dialog.ts',
        anchor: '[`${whose} erased and cannot be brought back.`],',
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C008 destroys nothing on the key alone, on Enter, or on Esc',
        ],
        source: 'src/shell/confirm.tsx',
        anchor: ' && phrase.text.trim() === typed',
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C008 destroys nothing on the key alone, on Enter, or on Esc',
        ],
        source: 'src/shell/confirm.tsx',
        anchor: 'const cancel = () => deck.close();',
        instead: 'const cancel = () => agree();',
      },
    ],
  },
  {
    id: 'C009',
    title: 'Enter does another thing than the button that is lit',
    test: ['flows/rent-to-destroy.test.tsx', 'C009 does what is lit, whichever way the focus came there'],
    source: 'src/shell/confirm.tsx',
    anchor: "run: lit === 'yes' ? agree : cancel,",
    instead: "run: lit === 'no' ? agree : cancel,",
    also: [
      {
        test: ['flows/rent-to-destroy.test.tsx', 'C009 does what is lit, whichever way the focus came there'],
        source: 'src/shell/confirm.tsx',
        anchor: 'const [moved, setMoved] = useState(false);',
        instead: 'const [moved, setMoved] = useState(true);',
      },
    ],
  },
  {
    id: 'C010',
    title: 'Enter pressed twice rents two machines',
    test: [
      'screens/rent-once.test.tsx',
      'C010 and not a second time from a form that was left and opened again',
    ],
    source: 'src/hooks/use-rent.ts',
    anchor: 'deck.renting.set(first.id);',
    also: [
      {
        test: [
          'flows/renting.test.tsx',
          'C010 sends one request and opens no second question when Enter comes twice %s',
        ],
        source: 'src/hooks/use-rent.ts',
        anchor: 'deck.renting.set(first.id);',
      },
      {
        test: [
          'flows/renting.test.tsx',
          'C010 sends one request and opens no second question when Enter comes twice %s',
        ],
        source: 'src/shell/confirm.tsx',
        anchor: 'deck.close();\n    modal.run();',
        instead: 'modal.run();',
      },
    ],
  },
  {
    id: 'C011',
    title: 'a mark outlives its row, and the next act hits others than are meant',
    test: [
      'flows/guards.test.tsx',
      'C011 has only the third in the dialog after two marked ones were destroyed',
    ],
    source: 'src/hooks/list-marks.ts',
    anchor: '[] : rows.filter((one) => wanted.has(keyOf(one)));',
    instead: '[] : rows;',
  },
  {
    id: 'C012',
    title: 'an offer that is gone is asked for over and over',
    test: ['domain/next-offer.test.ts', 'C012 the offer that failed is never the next one'],
    source: 'src/domain/next-offer.ts',
    anchor: 'offer.id === failed.id || ',
    also: [
      {
        test: [
          'flows/renting.test.tsx',
          'C012 says that an offer is taken, marks it, and leads to the next one like it',
        ],
        source: 'src/hooks/use-rent.ts',
        anchor: 'deck.gone.set((now) => new Map(now).set(first.id, reason));',
      },
      {
        test: [
          'flows/renting.test.tsx',
          'C012 says that an offer is taken, marks it, and leads to the next one like it',
        ],
        source: 'src/hooks/use-rent.ts',
        anchor: "deck.messages.say('warn', [said, instead, words].filter(Boolean).join(' '));",
      },
      {
        test: [
          'flows/renting.test.tsx',
          'C012 says that an offer is taken, marks it, and leads to the next one like it',
        ],
        source: 'src/screens/offers/commands.ts',
        anchor: '(taken ?? block)',
        instead: 'block',
      },
    ],
  },
  {
    id: 'C013',
    title: 'a host that has just failed is rented from again',
    test: ['domain/next-offer.test.ts', 'C013 offers, hosts and machines that failed before are left out'],
    source: 'src/domain/next-offer.ts',
    anchor: ' || barred(excludedHosts, offer.host_id)',
    also: [
      {
        test: [
          'domain/next-offer.test.ts',
          'C013 offers, hosts and machines that failed before are left out',
        ],
        source: 'src/domain/next-offer.ts',
        anchor: 'barred(excludedIds, offer.id) || ',
      },
      {
        test: [
          'domain/next-offer.test.ts',
          'C013 offers, hosts and machines that failed before are left out',
        ],
        source: 'src/domain/next-offer.ts',
        anchor: 'if (barred(excludedMachines, offer.machine_id)) return false;',
      },
    ],
  },
  {
    id: 'C014',
    title: 'a boot that has failed for good still looks like one that goes on',
    test: ['flows/boot.test.tsx', 'C014 ends within one poll when it is %s, and says what that costs'],
    source: 'src/domain/instance-reading.ts',
    anchor: "    case 'offline':\n",
    also: [
      {
        test: ['flows/boot.test.tsx', 'C014 ends within one poll when it is %s, and says what that costs'],
        source: 'src/domain/instance-reading.ts',
        anchor: "return waits ? 'waiting' : 'exited';",
        instead: "return waits ? 'waiting' : 'loading';",
      },
      {
        test: ['flows/boot.test.tsx', 'C014 ends within one poll when it is %s, and says what that costs'],
        source: 'src/domain/instance-reading.ts',
        anchor: "    case 'unknown':\n",
      },
      {
        test: ['flows/boot.test.tsx', 'C014 shows a word that it does not know as it came'],
        source: 'src/domain/instance-reading.ts',
        anchor: "    default:\n      return 'other';",
        instead: "    default:\n      return 'loading';",
      },
    ],
  },
  {
    id: 'C015',
    title: 'an empty record in a good answer crashes the watch, or is read as destroyed',
    test: [
      'flows/boot.test.tsx',
      'C015 takes an empty record for not ready after a rent, and for gone after a destruction',
    ],
    source: 'src/screens/instance/absent.ts',
    anchor: 'if (asked && gone)',
    instead: 'if (asked)',
    also: [
      {
        test: ['client/decode.test.ts', 'C015 null in a success reply is null: gone, or not there yet'],
        source: 'src/client/decode.ts',
        anchor: 'if (value === null) return { instances: null };',
      },
      {
        test: [
          'flows/boot.test.tsx',
          'C015 takes an empty record for not ready after a rent, and for gone after a destruction',
        ],
        source: 'src/screens/instance/absent.ts',
        anchor: 'if (asked) {',
        instead: 'if (false) {',
      },
    ],
  },
  {
    id: 'C016',
    title: 'an id that does not exist is waited for without end',
    test: ['flows/boot.test.tsx', 'C016 stops asking for an id that is not there, and leads back'],
    source: 'src/domain/read-plan.ts',
    anchor: 'if (isLasting(error) && !(notThereYet && times < triesBeforeAbsent)) return undefined;',
    also: [
      {
        test: ['flows/boot.test.tsx', 'C016 stops asking for an id that is not there, and leads back'],
        source: 'src/screens/instance/absent.ts',
        anchor: "read.state === 'failed' && saysNotThere(read.error)",
        instead: 'false',
      },
      {
        test: ['flows/boot.test.tsx', 'C016 stops asking for an id that is not there, and leads back'],
        source: 'src/domain/read-plan.ts',
        anchor: 'const triesBeforeAbsent = 3;',
        instead: 'const triesBeforeAbsent = 1;',
      },
      {
        test: ['flows/boot.test.tsx', 'C016 stops asking for an id that is not there, and leads back'],
        source: 'src/screens/instance/absent.ts',
        anchor: "[`      Esc goes back; ${keyName('app.instances')} lists the instances that there are.`],",
      },
    ],
  },
  {
    id: 'C017',
    title: 'a slow boot is ended by a limit that nobody was told of',
    test: ['flows/boot.test.tsx', 'C017 says that a boot takes long and destroys nothing by itself'],
    source: 'src/domain/boot-timeline.ts',
    anchor: "if (pace === 'usual') return {};",
    instead: 'return {};',
    also: [
      {
        test: [
          'domain/boot-timeline.test.ts',
          'C017 after 5 minutes it hints, after 10 it warns, and nothing more',
        ],
        source: 'src/domain/boot-timeline.ts',
        anchor: 'const elapsedMs = Math.max(0, end - history.rentedAt);',
        instead: 'const elapsedMs = 0;',
      },
    ],
  },
  {
    id: 'C018',
    title: 'a bid that was outbid is waited for as if it booted',
    test: ['domain/lifecycle.test.ts', 'C018 a bid instance that stopped by itself was interrupted: %j'],
    source: 'src/domain/instance-reading.ts',
    anchor: "return isBid ? 'interrupted' : 'waiting';",
    instead: "return 'waiting';",
    also: [
      {
        test: ['domain/rent-request.test.ts', 'C018 a price goes with a bid only'],
        source: 'src/domain/rent-request.ts',
        anchor: "price: isBid ? readNumber('price', '$/h', draft.price, report) : undefined,",
        instead: "price: readNumber('price', '$/h', draft.price, report),",
      },
      {
        test: ['domain/lifecycle.test.ts', 'C018 a bid instance that stopped by itself was interrupted: %j'],
        source: 'src/domain/instance-reading.ts',
        anchor: "if (isBid && contract !== 'running' && contract !== undefined) return 'interrupted';",
      },
      {
        test: ['domain/lifecycle.test.ts', 'C018 a crash is no lost bid: %j'],
        source: 'src/domain/instance-reading.ts',
        anchor: ' && seen.hasRun && instance.cur_state === undefined',
      },
      {
        test: [
          'flows/rescue.test.tsx',
          'C018 is told apart from a crash, with its bid and what wins now, and is never rescued',
        ],
        source: 'src/screens/instance/boot.ts',
        anchor: "[`      ${bidWords(instance)}`, 'warn'],",
      },
      {
        test: ['flows/renting.test.tsx', 'C018 sends a bid for interruptible offers alone'],
        source: 'src/domain/rent-request.ts',
        anchor: "price: isBid ? readNumber('price', '$/h', draft.price, report) : undefined,",
        instead: 'price: undefined,',
      },
    ],
  },
  {
    id: 'C019',
    title: 'a stopped machine that costs is made without a word',
    test: ['domain/rent-request.test.ts', 'C019 without cancel_unavail a stopped instance may be made'],
    source: 'src/domain/rent-warnings.ts',
    anchor: "const mayStand = body.cancel_unavail !== true && body.target_state !== 'stopped';",
    instead: 'const mayStand = false;',
    also: [
      {
        test: [
          'flows/renting.test.tsx',
          'C019 says that nothing was created when the host is busy, and warns before it may make a stopped one',
        ],
        source: 'src/hooks/use-rent.ts',
        anchor: "' or cannot start now' : ''}, nothing was created.`",
        instead: "' or cannot start now' : ''}.`",
      },
    ],
  },
  {
    id: 'C020',
    title: 'somebody stops a machine and does not know that its disk goes on costing',
    test: [
      'flows/rent-to-destroy.test.tsx',
      'C020 explains stop and destroy, and marks what is stopped as still costing',
    ],
    source: 'src/hooks/act-dialog.ts',
    anchor:
      "[[`To end every charge, destroy ${one ? 'it' : 'them'} instead (${question.destroyKey}).`, 'dim']],",
    also: [
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C020 explains stop and destroy, and marks what is stopped as still costing',
        ],
        source: 'src/domain/instance-reading.ts',
        anchor: "advice: 'The disk is still charged. Destroy it to end all charges.',",
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C020 explains stop and destroy, and marks what is stopped as still costing',
        ],
        source: 'src/hooks/act-dialog.ts',
        anchor: 'Compute billing halts. ',
      },
      {
        test: [
          'flows/rent-to-destroy.test.tsx',
          'C020 explains stop and destroy, and marks what is stopped as still costing',
        ],
        source: 'src/hooks/act-dialog.ts',
        anchor: 'still charged, ${price}, until you destroy',
        instead: 'kept until you destroy',
      },
    ],
  },
  {
    id: 'C021',
    title: 'a price that was not sent is shown as nothing to pay, or counted twice',
    test: ['domain/money.test.ts', 'C021 without price fields nothing is known, and nothing is zero'],
    source: 'src/domain/instance-burn.ts',
    anchor: "return known(perHour) ? { perHour, basis: 'fields' } : { basis: 'unknown' };",
    instead: "return { perHour: perHour ?? 0, basis: 'fields' };",
    also: [
      {
        test: [
          'domain/money.test.ts',
          'C021 the total of the search holds its own disk: that is taken off, not counted twice',
        ],
        source: 'src/domain/offer-cost.ts',
        anchor: 'Math.max(0, total - disk)',
        instead: 'total',
      },
    ],
  },
];
