type Service = (request: Request) => Promise<Response>;

/**
 * A gateway before a service that keeps writes to itself until their caller has given up, and hands them on when it is
 * told to: the service acts on a request that nobody waits for any more.
 */
export function lateGateway(service: Service) {
  const kept: (() => Promise<Response>)[] = [];
  const gateway = {
    /** Which writes it keeps; none at first. */
    keeps: (_: Request): boolean => false,
    kept,
    async fetch(request: Request): Promise<Response> {
      if (request.method === 'GET' || !gateway.keeps(request)) return service(request);
      const { method, url, headers, signal } = request;
      const body = await request.text();
      kept.push(() => service(new Request(url, { method, headers, ...(body !== '' && { body }) })));
      return new Promise((_, reject) => {
        const gaveUp = () => reject(signal.reason);
        if (signal.aborted) gaveUp();
        else signal.addEventListener('abort', gaveUp, { once: true });
      });
    },
    /** Hands on what it has kept; the statuses that the service answered with. */
    async handOn(): Promise<number[]> {
      const statuses: number[] = [];
      for (const send of kept.splice(0)) statuses.push((await send()).status);
      return statuses;
    },
  };
  return gateway;
}
