import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The files of the mocked server, by address. A missing file answers 404. Null if there is no connection. */
let server: Record<string, string> | null;
let fetched: string[];

/** Opens a page and makes an import on demand, written as in a build. */
async function openPage(sheets?: string[]) {
  vi.resetModules();
  const { loadPartFiles } = await import('./part-files.ts');
  let imports = 0;
  const load = async (): Promise<string> => {
    imports += 1;
    return 'part';
  };
  load.toString = () => '()=>import(`./panel-a1.js`)';
  return { imports: () => imports, tryIt: () => loadPartFiles(load, sheets) };
}

beforeEach(() => {
  fetched = [];
  server = {
    '/assets/panel-a1.js': 'import{a}from"./lists-b2.js";import`./framework-c3.js`;x(()=>import(`./later-d4.js`));',
    '/assets/lists-b2.js': 'import{b}from"./panel-a1.js";export{b}',
    '/assets/framework-c3.js': '',
    '/assets/panel-e5.css': '.panel{color:red}',
  };
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    if (server === null) throw new TypeError('Failed to fetch');
    return new Response(server[path] ?? '', { status: path in server ? 200 : 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.adoptedStyleSheets = [];
});

test('a script is imported only after the script and all its imports have loaded', async () => {
  const { imports, tryIt } = await openPage();
  const { '/assets/lists-b2.js': lists = '', ...others } = server ?? {};
  server = null;
  await expect(tryIt()).rejects.toThrow();
  server = others;
  await expect(tryIt()).rejects.toThrow('/assets/lists-b2.js');
  expect(imports()).toBe(0);
  server = { ...others, '/assets/lists-b2.js': lists };
  expect(await tryIt()).toBe('part');
  // Loaded files are not fetched again, and files that only a later press needs are not fetched yet.
  expect(fetched).toEqual([
    '/assets/panel-a1.js',
    '/assets/panel-a1.js',
    '/assets/lists-b2.js',
    '/assets/framework-c3.js',
    '/assets/lists-b2.js',
  ]);
});

test('files that came with the page are not fetched', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/framework-c3.js">';
  const { tryIt } = await openPage();
  expect(await tryIt()).toBe('part');
  expect(fetched).not.toContain('/assets/framework-c3.js');
});

test('a style sheet that failed is fetched again, and is in the page once', async () => {
  const { imports, tryIt } = await openPage(['assets/panel-e5.css']);
  const { '/assets/panel-e5.css': sheet = '', ...others } = server ?? {};
  server = others;
  await expect(tryIt()).rejects.toThrow('/assets/panel-e5.css');
  expect(imports()).toBe(0);
  server = { ...others, '/assets/panel-e5.css': sheet };
  await tryIt();
  await tryIt();
  expect(document.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText)).toEqual(['.panel { color: red; }']);
});
