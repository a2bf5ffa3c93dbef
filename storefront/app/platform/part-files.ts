/** How the bundler writes an import at the head of a script, and one on demand; each build is checked for it (vite.config.ts). */
export const atHead = /(?:from|import)[`"']\.(\/[^`"']+)/g;
export const onDemand = /import\([`"']\.(\/[^`"']+)/g;

/** Addresses of the scripts that code of the build imports so. */
export const importsIn = (code: string, written: RegExp): string[] =>
  [...code.matchAll(written)].map(([, name]) => `/assets${name}`);

const fetchFile = async (path: string): Promise<string[]> => {
  // The page came with it.
  if (document.querySelector(`[href="${path}"]`)) return [];
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  const text = await answer.text();
  if (path.endsWith('.css')) document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(text));
  return importsIn(text, atHead);
};

/** What is under way or has come: what each imports, by address. What failed is not among it: the next try asks anew. */
const files: Record<string, Promise<string[]>> = {};

/** Fetches files, each with all that it imports: scripts into the browser's cache, style sheets into the page. */
export const fetchFiles = async (paths: readonly string[], seen = new Set<string>()): Promise<void> => {
  const fetchOnce = async (path: string): Promise<void> => {
    files[path] ??= fetchFile(path).catch((error) => {
      delete files[path];
      throw error;
    });
    await fetchFiles(await files[path], seen);
  };
  await Promise.all(paths.filter((path) => !seen.has(path) && seen.add(path)).map(fetchOnce));
};

/**
 * Stands around every import on demand in the build (vite.config.ts). Where a script that is imported does not come, many
 * browsers take it for lost until the page is loaded anew; so it is fetched first, as often as it is tried, and imported
 * once it is there (record 0045).
 * @param load names the script in its own text
 * @param sheets the part's style sheets
 */
export const loadPartFiles = async <T>(load: () => Promise<T>, sheets: readonly string[] = []): Promise<T> => {
  await fetchFiles([...importsIn(`${load}`, onDemand), ...sheets.map((sheet) => `/${sheet}`)]);
  return load();
};
