import browserslist from 'browserslist';

/** The name browserslist has for a browser on a desktop, and the one that build tools have; phones go by the same engines. */
const targets = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' } as const;

/**
 * The oldest browsers the shop is meant for (`browserslist` in package.json), as Vite takes them for scripts, and hands
 * them to Lightning CSS: `chrome125`, `safari17.5` …
 */
export const oldestBrowsers = Object.entries(targets).map(([name, target]) => {
  const versions = browserslist(undefined, { path: import.meta.dirname }).flatMap((each) =>
    each.startsWith(`${name} `) ? [Number.parseFloat(each.slice(name.length + 1))] : [],
  );
  if (versions.length === 0) throw new Error(`browserslist names no ${name}`);
  return `${target}${Math.min(...versions)}`;
});
