/** When an idle machine stops: after so many minutes in a row in which no GPU was used above so many per cent. */
export type IdleStop = { minutes: number; percent: number };

/** Choices that are offered; any other is a matter of editing the script. */
export const idleMinutes = [15, 30, 60] as const;
export const idlePercent = 5;

/**
 * A script for `onstart` that stops its own machine when it is idle, with the restricted key that the service puts
 * into each container (interface.md, Authentication 6: it can start, stop and destroy that one instance). It holds no
 * secret, and works with rigdeck closed. Plain POSIX sh; it wants nvidia-smi, and curl or python3. What it cannot see
 * counts as use, so that it never stops a machine because nvidia-smi is missing. The key goes through stdin and the
 * environment, since the arguments of a process can be read by others in the container.
 */
export function idleSnippet(baseUrl: string, { minutes, percent }: IdleStop): string {
  return `# rigdeck: stop this machine after ${minutes} min with every GPU below ${percent} %
(
  url="${baseUrl}/api/v0/instances/$CONTAINER_ID/"
  stop_it() {
    if command -v curl >/dev/null 2>&1; then
      printf 'header = "Authorization: Bearer %s"\\n' "$CONTAINER_API_KEY" |
        curl -fsS -K - -X PUT -H 'Content-Type: application/json' -d '{"state":"stopped"}' "$url"
    else
      URL="$url" python3 -c 'import os, urllib.request as u
u.urlopen(u.Request(os.environ["URL"], b"{\\"state\\":\\"stopped\\"}", {"Content-Type": "application/json",
  "Authorization": "Bearer " + os.environ["CONTAINER_API_KEY"]}, method="PUT"), timeout=60)'
    fi
  }
  idle=0
  while sleep 60; do
    most=-1
    for use in $(nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits 2>/dev/null); do
      case $use in *[!0-9]*) use=100 ;; esac
      [ "$use" -gt "$most" ] && most=$use
    done
    if [ "$most" -ge 0 ] && [ "$most" -lt ${percent} ]; then idle=$((idle + 1)); else idle=0; fi
    [ "$idle" -ge ${minutes} ] && stop_it && exit
  done
) >>/tmp/idle-stop.log 2>&1 &
`;
}

const mark = '# rigdeck: stop this machine after ';

/** The on-start script with the idle stop at its end, in the place of one that it has already. */
export function withIdleStop(script: string, snippet: string): string {
  const at = script.indexOf(mark);
  const end = at < 0 ? -1 : script.indexOf(lastLine, at);
  const rest = at < 0 || end < 0 ? script : script.slice(0, at) + script.slice(end + lastLine.length);
  const before = rest.trimEnd();
  return before === '' ? snippet : `${before}\n${snippet}`;
}
const lastLine = ') >>/tmp/idle-stop.log 2>&1 &\n';

/** What a person should know before it is used, a line each. */
export const idleStopFacts: readonly string[] = [
  'It runs inside the machine, so that it works with rigdeck closed.',
  'The reminder "3h at 0 % GPU" comes only while rigdeck runs.',
  'It needs nvidia-smi, and curl or python3, in the image.',
  'It stops the machine: its disk is still charged until you destroy it.',
  'It stands in On start now, to edit there, and nothing is sent before you rent.',
];
