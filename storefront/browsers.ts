import browserslist from 'browserslist';

/** Browserslist's name of each browser, and the name that build tools use. Other mobile browsers have the same engines. */
const targets = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' } as const;

/**
 * The oldest supported browsers (`browserslist` in package.json), in the form that Vite takes for scripts and passes to Lightning CSS: `chrome125`,
 * `safari17.5` …
 */
export const oldestBrowsers = Object.entries(targets).map(([name, target]) => {
  const versions = browserslist(undefined, { path: import.meta.dirname }).flatMap((each) =>
    each.startsWith(`${name} `) ? [Number.parseFloat(each.slice(name.length + 1))] : [],
  );
  if (versions.length === 0) throw new Error(`browserslist names no ${name}`);
  return `${target}${Math.min(...versions)}`;
});
