import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources, readSource, root } from './source-files.ts';

/**
 * Files in which code may name the software: for operators, for logs of other systems, or in tests. The shop's name is data
 * (`ceiba shop set`). Shoppers, staff, banks and search engines never read "Ceiba" from the code.
 */
const forOperators: Readonly<Record<string, string>> = {
  'server/src/commands.ts': 'what `npm start` prints',
  'server/src/events/call-webhook.ts': 'the user-agent of webhooks: the logs of operators’ own systems',
  'server/src/analytics/call-event-url.ts': 'the same of the calls to sponsors',
};

const rooms = /^(?:storefront|desk|ui|client|server|domain|contract|sandbox-bank)\//;
const isTest = /\.test\.tsx?$|\/testing\//;

/** Returns lines with the name, except comments and names of commands ("ceiba shop set"). */
const linesOf = (file: string): string[] =>
  readSource(file)
    .split('\n')
    .filter((line) => /\bCeiba\b/.test(line.replace(/^\s*(?:\/\/|\/?\*).*$/, '').replace(/\{\/\*.*?\*\/\}/g, '')));

test('the code names no shop: "Ceiba" is only in texts for operators', () => {
  const naming = listSources().filter((file) => rooms.test(file) && !isTest.test(file) && linesOf(file).length > 0);
  expect(naming.filter((file) => !(file in forOperators))).toEqual([]);
  expect(Object.keys(forOperators).filter((file) => !naming.includes(file))).toEqual([]);
});

/** Files that may contain a step of the standard green as digits. `inBrandColour` or `paletteOf` replaces it with the shop's own colour. */
const sayTheGreen: Readonly<Record<string, string>> = {
  'domain/src/catalog/tags.ts': 'tags of products, each in a colour that the requirements name',
  'domain/src/policies/brand-colour.ts': 'the steps themselves',
  'domain/src/policies/identity-kinds.ts': 'an example of a colour for operators',
  'server/src/identity/identity-pages.ts': 'the colour of the manifest',
  'server/src/notifications/demo-mailbox.css': 'a page outside of the shop’s own, in a demo alone',
  'server/src/notifications/mail-layout.ts': 'mails, which know no variables',
  'storefront/app/entry.server.tsx': 'the colour of the browser’s frame',
  'storefront/app/platform/tag-looks.css': 'written from the table of tags',
  'storefront/app/root.tsx': 'the colour of the browser’s frame, which the server replaces',
  'ui/src/theme.css': 'the tokens',
};

test('the code has no shop’s colour: elsewhere the green is a token that the shop’s colour replaces', () => {
  const [, steps = ''] =
    /export const ownSteps = \{([^}]*)\}/.exec(readSource('domain/src/policies/brand-colour.ts')) ?? [];
  const digits = [...steps.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);
  expect(digits).toHaveLength(11);
  const green = new RegExp(digits.join('|'), 'i');
  const styles = globSync('{storefront/app,desk/app,ui/src,server/src}/**/*.css', { cwd: root });
  const saying = [...listSources(), ...styles].filter(
    (file) => rooms.test(file) && !isTest.test(file) && green.test(readSource(file)),
  );
  expect(saying.sort()).toEqual(Object.keys(sayTheGreen).sort());
});
