/** The form in which the bundler writes static and dynamic imports. Each build is checked for this form (vite.config.ts). */
export const atHead = /(?:from|import)[`"']\.(\/[^`"']+)/g;
export const onDemand = /import\([`"']\.(\/[^`"']+)/g;

/** Addresses of the scripts that a script imports in this form. */
export const importsIn = (code: string, written: RegExp): string[] =>
  [...code.matchAll(written)].map(([, name]) => `/assets${name}`);

const fetchFile = async (path: string): Promise<string[]> => {
  // The file came with the page.
  if (document.querySelector(`[href="${path}"]`)) return [];
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  const text = await answer.text();
  if (path.endsWith('.css')) document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(text));
  return importsIn(text, atHead);
};

/** Pending and loaded files by address, with the imports of each. Failed files are removed, so that the next try fetches them again. */
const files: Record<string, Promise<string[]>> = {};

/** Fetches files with everything they import: scripts into the browser's cache, style sheets into the page. */
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
 * Wraps every import on demand in the build (vite.config.ts). If an imported script fails to load, many browsers treat it as lost until the page is
 * reloaded. So each try fetches the script first, and imports it only once it has loaded (record 0045).
 * @param load a function whose text contains the script's name
 * @param sheets the part's style sheets
 */
export const loadPartFiles = async <T>(load: () => Promise<T>, sheets: readonly string[] = []): Promise<T> => {
  await fetchFiles([...importsIn(`${load}`, onDemand), ...sheets.map((sheet) => `/${sheet}`)]);
  return load();
};
