const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The protocol that Node's inspector and Chromium both speak. */
export interface DevTools {
  call(method: string, params?: object, sessionId?: string): Promise<unknown>;
  /** Hears every event from now on. */
  listen(hear: (method: string, params: Record<string, unknown>) => void): void;
  close(): void;
}

export const openDevTools = async (url: string): Promise<DevTools> => {
  const socket = new WebSocket(url);
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done());
    socket.addEventListener('error', () => fail(new Error(`nothing answers at ${url}`)));
  });
  let last = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  const listeners: ((method: string, params: Record<string, unknown>) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    if (!isObject(message)) return;
    if (typeof message.id === 'number') {
      waiting.get(message.id)?.(message.result);
      waiting.delete(message.id);
    } else if (typeof message.method === 'string' && isObject(message.params)) {
      for (const hear of listeners) hear(message.method, message.params);
    }
  });
  return {
    call: (method, params = {}, sessionId) =>
      new Promise((done) => {
        last += 1;
        waiting.set(last, done);
        socket.send(JSON.stringify({ id: last, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
      }),
    listen: (hear) => {
      listeners.push(hear);
    },
    close: () => socket.close(),
  };
};

/** A field of what came back, by its path. */
export const fieldOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), value);
