import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/**
 * Where the software's own name may stand in code: it is said to operators, to other systems' logs, or by what is loaded in tests alone. The
 * name of the shop is data (`ceiba shop set`): shoppers, staff, banks and search engines never read "Ceiba" because the code says so.
 */
const forOperators: Readonly<Record<string, string>> = {
  'server/src/commands.ts': 'what `npm start` prints',
  'server/src/events/call-webhook.ts': 'the user-agent of webhooks: the logs of operators’ own systems',
  'server/src/analytics/call-event-url.ts': 'the same of the calls to sponsors',
};

const rooms = /^(?:storefront|desk|ui|client|server|domain|contract|sandbox-bank)\//;
const isTest = /\.test\.tsx?$|\/testing\//;

/** Lines that say the name, comments and names of commands ("ceiba shop set") left out. */
const linesOf = (file: string): string[] =>
  readSource(file)
    .split('\n')
    .filter((line) => /\bCeiba\b/.test(line.replace(/^\s*(?:\/\/|\/?\*).*$/, '').replace(/\{\/\*.*?\*\/\}/g, '')));

test('the code names no shop: "Ceiba" stands only where operators read it', () => {
  const naming = listSources().filter((file) => rooms.test(file) && !isTest.test(file) && linesOf(file).length > 0);
  expect(naming.filter((file) => !(file in forOperators))).toEqual([]);
  expect(Object.keys(forOperators).filter((file) => !naming.includes(file))).toEqual([]);
});
