import type { Command } from 'commander';
import { type Runnable, runnable } from './command-tree.ts';
import { failure } from './failure.ts';
import { topics } from './help-topics.ts';
import type { Io } from './io.ts';

const scripts = { bash, zsh, fish } as const;

/** `rigdeck completion bash|zsh|fish`: a script for the shell, made from the same commands and flags as the help. */
export function completionCommand(io: Io, program: Command, shell: string): void {
  if (!Object.hasOwn(scripts, shell)) {
    throw failure(
      'usage',
      'usage',
      `unknown shell ${JSON.stringify(shell)}`,
      `use one of: ${Object.keys(scripts).join(', ')}`,
    );
  }
  io.out(scripts[shell as keyof typeof scripts](program));
}

/** What may follow some words: further words, and flags. */
type Place = {
  words: readonly string[];
  next: readonly string[];
  flags: readonly string[];
  /** The id of an instance may follow. */
  ids: boolean;
};

/** Prints the ids of instances as they were listed last, in bash and zsh; and in fish, which has other words. */
const printIds = `cat "\${XDG_CACHE_HOME:-$HOME/.cache}/rigdeck/instances" 2>/dev/null`;
const printIdsInFish =
  'cat (set -q XDG_CACHE_HOME; and echo $XDG_CACHE_HOME; or echo $HOME/.cache)/rigdeck/instances 2>/dev/null';

function placesIn(program: Command): Place[] {
  const commands: Runnable[] = [{ words: [], command: program }, ...runnable(program)];
  const groups = program.commands
    .filter((child) => child.commands.length > 0 && child.options.length === 0)
    .map((command) => ({ words: [command.name()], command }));
  const help = {
    words: ['help'],
    next: [...namesOf(program), ...Object.keys(topics)],
    flags: [],
    ids: false,
  };
  return [
    ...[...commands, ...groups].map(({ words, command }) => ({
      words,
      next: [...namesOf(command), ...command.registeredArguments.flatMap((one) => one.argChoices ?? [])],
      flags: command.options.flatMap(({ long }) => long ?? []),
      ids: takesInstance(words, command),
    })),
    help,
  ];
}

/** Ids of keys, groups and methods stand behind two words; those of instances are everywhere else. */
function takesInstance(words: readonly string[], command: Command): boolean {
  const names = command.registeredArguments.map((argument) => argument.name());
  return names.includes('instance') || (words.length === 1 && names.some((name) => /^ids?$/.test(name)));
}

const namesOf = (command: Command): string[] => command.commands.map((child) => child.name());

const wordList = ({ next, flags }: Place): string => [...next, ...flags].join(' ');

function bash(program: Command): string {
  const cases = placesIn(program).map(
    (place) => `    '${place.words.join(' ')}') words='${wordList(place)}'${place.ids ? ' ids=1' : ''} ;;`,
  );
  return `# rigdeck completion for bash: source <(rigdeck completion bash)
_rigdeck() {
  local at='' word words='' ids=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) at="\${at:+$at }$word" ;; esac
  done
  # An argument that is no command leaves the place where it was.
  while :; do
    case $at in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [ -n "$words" ] || [ -z "$at" ] && break
    case $at in *' '*) at=\${at% *} ;; *) at='' ;; esac
  done
  [ -z "$ids" ] || words="$words $(${printIds})"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _rigdeck rigdeck
`;
}

function zsh(program: Command): string {
  const cases = placesIn(program).map(
    (place) => `      '${place.words.join(' ')}') next=(${wordList(place)})${place.ids ? ' ids=1' : ''} ;;`,
  );
  return `#compdef rigdeck
# rigdeck completion for zsh: source <(rigdeck completion zsh)
_rigdeck() {
  local at='' word ids=''
  local -a next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] || at="\${at:+$at }$word"
  done
  # An argument that is no command leaves the place where it was.
  while true; do
    case $at in
${cases.join('\n')}
    esac
    [[ -n $next || -z $at ]] && break
    [[ $at == *' '* ]] && at=\${at% *} || at=''
  done
  [[ -z $ids ]] || next+=($(${printIds}))
  compadd -a next || _files
}
compdef _rigdeck rigdeck
`;
}

function fish(program: Command): string {
  const line = (words: readonly string[], rest: string) => {
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    return `complete -c rigdeck -n '${seen === '' ? '__fish_use_subcommand' : seen}' ${rest}`;
  };
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = [
    ...program.commands.map((child) => line([], `-f -a ${child.name()} -d ${quoted(child.description())}`)),
    ...program.commands.flatMap((parent) =>
      parent.commands.map((child) =>
        line([parent.name()], `-f -a ${child.name()} -d ${quoted(child.description())}`),
      ),
    ),
    ...runnable(program).flatMap(({ words, command }) =>
      command.options.flatMap(({ long, description }) =>
        long == null ? [] : line(words, `-l ${long.slice(2)} -d ${quoted(description)}`),
      ),
    ),
    ...runnable(program)
      .filter(({ words, command }) => takesInstance(words, command))
      .map(({ words }) => line(words, `-f -a '(${printIdsInFish})'`)),
    line(['help'], `-f -a ${quoted(Object.keys(topics).join(' '))}`),
  ];
  return `# rigdeck completion for fish: rigdeck completion fish | source\n${lines.join('\n')}\n`;
}
