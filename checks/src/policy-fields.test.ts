import { expect, test } from 'vitest';
import { moduleOf, reachedIn } from './reach.ts';
import { isProduct } from './rooms.ts';
import { listSources, readSource } from './source-files.ts';

const table = 'domain/src/policies/shop-policy.ts';
const [, rows = ''] = /export const policyTable = \{\n([\s\S]*?)\n\};/.exec(readSource(table)) ?? [];
const policyFields = [...rows.matchAll(/^ {2}(\w+): /gm)].map(([, field]) => field ?? '');

/** Returns the value of a field in the requirements, as written in the table. */
const defaultOf = (field: string): string => {
  const value = new RegExp(`^ {2}${field}: (?:shown\\()?\\w+\\('?([^',)]+)`, 'm').exec(rows)?.[1];
  if (value === undefined) throw new Error(`${field} has no default`);
  return value;
};

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '$1');

/** Files that only pass the numbers from the row to the code that uses them. */
const carriers = [
  'domain/src/policies/',
  'contract/src/policies.ts',
  'server/src/policies/',
  'storefront/app/policies/shop-policy.ts',
];

const isRule = (file: string): boolean => isProduct(file) && !carriers.some((path) => file.startsWith(path));

/** Returns the code of a file's values that the product reaches. */
const reachedCode = (file: string): string => {
  const source = readSource(file);
  const { values } = moduleOf(file);
  return [...reachedIn(file)]
    .flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [withoutComments(source.slice(value.start, value.end))];
    })
    .join('\n');
};

test('a rule that the product reaches reads every setting of an operator', () => {
  const code = listSources().filter(isRule).map(reachedCode).join('\n');
  const isRead = (field: string): boolean => new RegExp(`(?<!['"\\w])${field}(?!['"\\w])`).test(code);
  expect(policyFields).toContain('freeDeliveryThreshold');
  expect(policyFields.filter((field) => !isRead(field))).toEqual([]);
});

/** Rules between fields are in a separate file, like the numbers for calls and messages. */
const rulesOfPolicies = ['domain/src/policies/policy-rules.ts', 'domain/src/policies/support-links.ts'];

test('a policy field is only in its table, from which its type, its schema and its texts are derived', () => {
  const derived = listSources().filter(
    (file) => isProduct(file) && !isRule(file) && file !== table && !rulesOfPolicies.includes(file),
  );
  expect(derived).toContain('contract/src/policies.ts');
  const named = derived.flatMap((file) => {
    const code = withoutComments(readSource(file));
    return policyFields.filter((field) => new RegExp(`\\b${field}\\b`).test(code)).map((field) => `${file}: ${field}`);
  });
  expect(named).toEqual([]);
});

test('no text of the product repeats a number of the policy', () => {
  const amounts = [
    'Q1,000',
    'Q2,500',
    'Q499',
    `${defaultOf('shippingHours')} horas`,
    `${defaultOf('returnDays')} días`,
  ];
  const repeated = listSources()
    .filter((file) => isProduct(file) && !file.startsWith('domain/src/policies/'))
    .flatMap((file) => {
      const code = withoutComments(readSource(file));
      // The demo shop describes its goods. A card of Q1,000 is not a threshold.
      const texts = [
        defaultOf('supportPhone'),
        defaultOf('loyaltyEmail'),
        ...(file.startsWith('demo/') ? [] : amounts),
      ];
      return texts
        .filter((text) => new RegExp(`(?<![\\d,])${text}(?![\\d,])`).test(code))
        .map((text) => `${file}: ${text}`);
    });
  expect(repeated).toEqual([]);
});
