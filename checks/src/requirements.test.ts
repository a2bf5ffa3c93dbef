import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
  isProductTest,
  isProvenInPart,
  listDesk,
  listExcused,
  listInPart,
  listQuoted,
  listRequirements,
  listShopper,
  mayQuote,
  runsProduct,
  traceReport,
  traceRequirements,
  usesProduct,
} from './requirements.ts';
import { readSource } from './source-files.ts';
import { idsOf, listTestBlocks, unreadableQuotes } from './test-titles.ts';

test('the trace finds every requirement, difference and decision', () => {
  const lines = (document: string): string[] => readSource(document).trim().split('\n');
  const ids = [
    ...lines('docs/spec/ids.txt'),
    ...lines('docs/spec/desk-ids.txt'),
    ...lines('docs/spec/shopper-ids.txt'),
  ];
  expect(listRequirements().sort()).toEqual(ids.sort());
});

test('the desk’s specification has every built part of the desk', () => {
  const built = listRequirements().filter((id) => /^(?:OFF|WORK|CASH|BULK|HOOK|OPS)-/.test(id));
  expect(built.length).toBeGreaterThan(40);
  expect(built.filter((id) => !listDesk().includes(id))).toEqual([]);
});

test('the shopper’s specification has every built part of the shopper’s side', () => {
  const built = readSource('docs/spec/shopper-ids.txt').trim().split('\n');
  expect(built).toEqual(expect.arrayContaining(['DEC-229', 'LOYAL-01', 'LOYAL-02']));
  expect(built.filter((id) => !listShopper().includes(id))).toEqual([]);
});

test('every requirement is in exactly one column', () => {
  const ids = traceRequirements().flatMap(({ proven, ruleOnly, none }) => [...proven, ...ruleOnly, ...none]);
  expect(ids.sort()).toEqual(listRequirements().sort());
  // Reads every file of the project and follows each value, which takes minutes on a busy machine.
}, 600_000);

const ids = z.array(z.string());

const group = z.strictObject({ group: z.string(), proven: ids, ruleOnly: ids, none: ids });

const requirement = z.strictObject({
  id: z.string(),
  state: z.enum(['proven', 'rule-only', 'none']),
  reason: z.string().nullable(),
  tests: z.array(z.strictObject({ file: z.string(), line: z.number().int(), title: z.string(), proves: z.boolean() })),
});

test('the machine-readable trace is a list of groups, each with its IDs by state', async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const { argv } = process;
  onTestFinished(() => {
    write.mockRestore();
    process.argv = argv;
  });
  process.argv = [...argv, '--json'];
  await import('./trace-command.ts');
  write.mockRestore();
  const groups = z.array(group).parse(JSON.parse(written.join('')));
  expect(groups).toEqual(traceRequirements());
  expect(new Set(groups.map((one) => one.group)).size).toBe(groups.length);
  for (const { group: name, ...lists } of groups)
    for (const id of Object.values(lists).flat()) expect(id.split('-')[0]).toBe(name);
}, 600_000);

test('with tests the trace has the state of every ID and the tests that quote it', () => {
  const groups = z.array(group.extend({ requirements: z.array(requirement) })).parse(traceReport(true));
  expect(groups.flatMap(({ requirements }) => requirements.map(({ id }) => id)).sort()).toEqual(
    listRequirements().sort(),
  );
  const inState = { proven: 'proven', 'rule-only': 'ruleOnly', none: 'none' } as const;
  for (const { requirements, ...lists } of groups)
    for (const { id, state, tests } of requirements) {
      expect([id, lists[inState[state]].includes(id)]).toEqual([id, true]);
      expect([id, tests.length > 0, tests.every(({ title }) => title.includes(id))]).toEqual([
        id,
        state !== 'none',
        true,
      ]);
      if (state === 'proven') expect([id, tests.some((one) => one.proves)]).toEqual([id, true]);
    }
}, 600_000);

test('a plain npm test proves every requirement that a test of --all quotes', () => {
  const quoted = traceReport(true)
    .flatMap(({ requirements = [] }) => requirements)
    .filter(({ tests }) => tests.some(({ file }) => file.includes('.all.')));
  expect(quoted.length).toBeGreaterThan(0);
  expect(quoted.filter(({ id, state }) => state !== 'proven' && !listInPart().has(id)).map(({ id }) => id)).toEqual([]);
}, 600_000);

test('no test quotes a requirement that does not exist', () => {
  const known = new Set([...listRequirements(), ...listDesk(), ...listShopper()]);
  expect([...listQuoted().keys()].filter((id) => !known.has(id))).toEqual([]);
});

test('titles quote IDs only at their start, as [CART-21] or [CART-21, DEC-80], without ranges or variables', () => {
  const unreadable = listTestBlocks().filter(
    ({ file, title }) => unreadableQuotes(title).length > 0 && !file.startsWith('checks/'),
  );
  expect(unreadable.map(({ file, line, title }) => `${file}:${line} ${title}`)).toEqual([]);
});

test('tests of checks and bench quote no requirement, and the sandbox bank only its own', () => {
  const quoting = [...listQuoted()].flatMap(([id, blocks]) => blocks.filter((block) => !mayQuote(block, id)));
  expect(quoting.map(({ file, title }) => `${file} ${title}`)).toEqual([]);
});

test('every test at the place of use acts there and expects a result', () => {
  const idle = [...listQuoted().values()].flat().filter((block) => isProductTest(block) && !usesProduct(block));
  expect([...new Set(idle.map(({ file, line, title }) => `${file}:${line} ${title}`))]).toEqual([]);
});

test('a test that only repeats fixed texts and numbers quotes no ID', () => {
  const quoting = [...listQuoted().values()].flat().filter((block) => !isProductTest(block) && !runsProduct(block));
  expect([...new Set(quoting.map(({ file, title }) => `${file} ${title}`))]).toEqual([]);
});

test('docs/spec/untested.md lists only existing requirements that no test proves', () => {
  const proven = new Set(traceRequirements().flatMap((trace) => trace.proven));
  const known = new Set(listRequirements());
  const wrong = [...listExcused().keys()].filter((id) => proven.has(id) || !known.has(id));
  expect(wrong).toEqual([]);
});

test('docs/spec/in-part.md lists only requirements that a test would otherwise prove, each once', () => {
  const known = new Set(listRequirements());
  const rows = [...readSource('docs/spec/in-part.md').matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map(([, id]) => id);
  expect([...listInPart().keys()]).toEqual(rows);
  expect([...listInPart().keys()].filter((id) => !known.has(id) || !isProvenInPart(id))).toEqual([]);
});

test.each([
  ['no brackets', []],
  ['[CART-21] one', ['CART-21']],
  ['[CART-21, DEC-80] a list', ['CART-21', 'DEC-80']],
  ['[CART-21] [DEC-80, DIF-09] several', ['CART-21', 'DEC-80', 'DIF-09']],
  ['not at the beginning [CART-21]', []],
  ['[CART-21..30] a range', []],
])('the IDs of %j are %j', (title, ids) => {
  expect(idsOf(title)).toEqual(ids);
});

test.each([
  ['[CART-21] [DEC-80] fine, with [brackets] of another kind', []],
  ['[CART-21..30] a range', ['[CART-21..30]']],
  ['[CART-21] to [CART-30] a range in words', ['[CART-30]']],
  ['[CART-21] [DEC-80–82] a range with a dash', ['[DEC-80–82]']],
  ['not at the beginning [CART-21]', ['[CART-21]']],
  ['[$id] from a table', ['[$id]']],
  ['[%s] from a table', ['[%s]']],
])('in %j the trace cannot read %j', (title, quotes) => {
  expect(unreadableQuotes(title)).toEqual(quotes);
});
