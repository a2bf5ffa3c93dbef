import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://ceiba.example';
const pathOf = (asked: RequestInfo | URL): string =>
  new URL(asked instanceof Request ? asked.url : asked, origin).pathname;

/** Cached responses of a browser: by cache, by path. */
const kept = new Map<string, Map<string, string>>();
const inCache = (name: string): string[] => [...(kept.get(name)?.keys() ?? [])];

const cacheNamed = (name: string) => {
  const cache = kept.get(name) ?? new Map<string, string>();
  kept.set(name, cache);
  const find = (asked: RequestInfo | URL): Response | undefined => {
    const text = cache.get(pathOf(asked));
    return text === undefined ? undefined : new Response(text);
  };
  return {
    match: async (asked: RequestInfo | URL) => find(asked),
    keys: async () => [...cache.keys()].map((path) => new Request(path)),
    delete: async (asked: RequestInfo | URL) => cache.delete(pathOf(asked)),
    put: async (asked: RequestInfo | URL, answer: Response) => void cache.set(pathOf(asked), await answer.text()),
    // All or nothing, as in browsers.
    addAll: async (asked: readonly (RequestInfo | URL)[]) => {
      const answers = await Promise.all(asked.map((one) => fetch(one)));
      if (answers.some(({ ok }) => !ok)) throw new TypeError('a file is missing');
      for (const [at, one] of asked.entries()) cache.set(pathOf(one), (await answers[at]?.text()) ?? '');
    },
  };
};

/** The files that the server has now. Null if the server is unreachable. */
let server: ReadonlyMap<string, string> | null = new Map();

const answerOf = (path: string): Response => {
  if (server === null) throw new TypeError('Failed to fetch');
  const text = server.get(path);
  if (text === undefined) return new Response('', { status: 404 });
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public' } });
};

const shellFiles = ['/offline.html', '/offline.js', '/offline.css'];
const page = (build: string) =>
  `<link href="/assets/app-${build}.css"/><script src="/assets/home-${build}.js"></script>`;

/** A server with one build: its page, the files that the page names, and one that is fetched on demand. */
const build = (name: string): Map<string, string> =>
  new Map([
    ...shellFiles.map((file): [string, string] => [file, `${file} of ${name}`]),
    ['/', page(name)],
    [`/assets/app-${name}.css`, `style of ${name}`],
    [`/assets/home-${name}.js`, `script of ${name}`],
    [`/assets/drawer-${name}.js`, `drawer of ${name}`],
  ]);

type Listener = (event: object) => void;

/** Starts the worker of a release as the browser does: evaluated, installed and, once the previous one is gone, active. */
async function startWorker(release: string) {
  const listeners = new Map<string, Listener>();
  vi.stubGlobal('release', release);
  vi.stubGlobal('self', {
    location: { origin },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: {},
    clients: { claim: async () => {}, matchAll: async () => [] },
  });
  vi.resetModules();
  await import('./worker.ts');
  const tell = async (type: string, more: object = {}): Promise<void> => {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (work: Promise<unknown>) => waits.push(work), ...more });
    await Promise.all(waits);
  };
  /** Undefined if the worker leaves the request to the browser. Resolves after the worker has finished caching. */
  const ask = async (path: string, mode: 'navigate' | 'no-cors'): Promise<Response | undefined> => {
    let answer: Promise<Response> | undefined;
    const waits: Promise<unknown>[] = [];
    const request = { method: 'GET', url: `${origin}${path}`, mode };
    listeners.get('fetch')?.({
      request,
      preloadResponse: Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
      waitUntil: (work: Promise<unknown>) => waits.push(work),
    });
    const answered = await answer;
    await Promise.all(waits);
    return answered;
  };
  await tell('install');
  return {
    activate: () => tell('activate'),
    open: async (path: string) => (await ask(path, 'navigate'))?.text(),
    file: (path: string) => ask(path, 'no-cors'),
  };
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(asked: RequestInfo | URL, init?: RequestInit) {
        super(asked instanceof Request ? asked : new URL(asked, origin), init);
      }
    },
  );
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheNamed(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (asked: RequestInfo | URL) => {
      for (const name of kept.keys()) {
        const found = await cacheNamed(name).match(asked);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  });
  vi.stubGlobal('fetch', async (asked: string | URL | { url: string }) =>
    answerOf(new URL(typeof asked === 'string' || asked instanceof URL ? asked : asked.url, origin).pathname),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the page of the old build; then the server gets a new one, whose worker is installed. */
async function deploy() {
  server = build('old');
  const before = await startWorker('old');
  await before.activate();
  expect(await before.open('/')).toBe(page('old'));
  server = build('new');
  return { before, after: await startWorker('new') };
}

test('an open page survives a release: its files are there, others are reported as gone', async () => {
  const { before } = await deploy();
  expect(await (await before.file('/assets/home-old.js'))?.text()).toBe('script of old');
  expect(await (await before.file('/assets/app-old.css'))?.text()).toBe('style of old');
  // Then the page reloads itself (new-build.ts).
  expect((await before.file('/assets/drawer-old.js'))?.status).toBe(404);
});

test('the next page is the new release’s, whichever worker is there, and no old file is left', async () => {
  const { before, after } = await deploy();
  expect(await before.open('/')).toBe(page('new'));
  expect(inCache('ceiba.files')).toEqual(['/assets/app-new.css', '/assets/home-new.js']);

  await after.activate();
  expect([...kept.keys()].sort()).toEqual(['ceiba.files', 'ceiba.offline.new', 'ceiba.pages']);
  expect(inCache('ceiba.offline.new')).toEqual(shellFiles);
  server = null;
  expect(await after.open('/')).toBe(page('new'));
  expect(await (await after.file('/assets/home-new.js'))?.text()).toBe('script of new');
  expect(await after.open('/cart')).toBe('/offline.html of new');
});

test('a page of the old release that nobody opened since is still complete offline', async () => {
  const { after } = await deploy();
  await after.activate();
  server = null;
  expect(await after.open('/')).toBe(page('old'));
  expect(await (await after.file('/assets/home-old.js'))?.text()).toBe('script of old');
});

test('a release whose files do not all arrive leaves the previous worker in place', async () => {
  server = build('old');
  const before = await startWorker('old');
  await before.activate();
  const broken = build('new');
  broken.delete('/offline.css');
  server = broken;
  await expect(startWorker('new')).rejects.toThrow('a file is missing');
  server = null;
  expect(await before.open('/cart')).toBe('/offline.html of old');
});
