/**
 * What Node 20 lacks or does differently from what the libraries expect. Imported before any of them.
 */

// Ink names Promise.withResolvers, which Node has from 22 on.
if (Promise.withResolvers === undefined) {
  Promise.withResolvers = function withResolvers<T>() {
    let resolve!: (value: T | PromiseLike<T>) => void;
    let reject!: (reason?: unknown) => void;
    const promise = new Promise<T>((res, rej) => {
      resolve = res;
      reject = rej;
    });
    return { promise, resolve, reject };
  };
}

// SWR takes a process without `window` for a server and then never wires up focus and reconnect.
(globalThis as { window?: unknown }).window ??= globalThis;
