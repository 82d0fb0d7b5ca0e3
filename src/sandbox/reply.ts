/**
 * What a handler answers: a JSON body, a body that is written as JSON already, or a text with its own content
 * type. The status is 200 when left out.
 */
export type Reply = {
  status?: number;
  body?: unknown;
  json?: string;
  text?: string;
  headers?: Readonly<Record<string, string>>;
};

/**
 * The answer with the sandbox's time (epoch ms) as its `Date`, unless a fault gave it another: whoever counts ages
 * and countdowns against the service's clock has no other way to learn it.
 */
export function dated(response: Response, now: number): Response {
  if (!response.headers.has('date')) response.headers.set('Date', new Date(now).toUTCString());
  return response;
}

/** The answer as a Response. JSON goes out as exactly `application/json`: the public client takes nothing else. */
export function toResponse(reply: Reply): Response {
  const json = reply.text === undefined;
  return new Response(json ? (reply.json ?? JSON.stringify(reply.body ?? null)) : reply.text, {
    status: reply.status ?? 200,
    headers: { 'Content-Type': json ? 'application/json' : 'text/plain; charset=utf-8', ...reply.headers },
  });
}
