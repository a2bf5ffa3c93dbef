import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { nameOf, runCommandLine } from './platform/operations/command-line.ts';

const root = new URL('../../', import.meta.url).pathname;

const type = async (...words: string[]) => {
  const [printed, complained]: [string[], string[]] = [[], []];
  const code = await runCommandLine(commands, words, {
    now: new Date(),
    actor: { kind: 'command', id: 'pruebas' },
    print: (text) => void printed.push(text),
    complain: (text) => void complained.push(text),
    readConfig: () => {
      throw new Error('a command ran that was not understood');
    },
    onDatabase: () => {
      throw new Error('a command ran that was not understood');
    },
  });
  return { code, printed: printed.join(''), complained: complained.join('\n') };
};

/** Returns a command's name as typed: `card-bin <bin> add-plan` with a word in each place. */
const wordsOf = (name: string): string[] => name.split(' ').map((word) => (word.startsWith('<') ? '411111' : word));

const table = commands.map((command) => [nameOf(command), command] as const);

test('each command has a unique name', () => {
  expect(new Set(table.map(([name]) => name)).size).toBe(table.length);
});

test.each(table)('ceiba %s prints its usage with --help, and refuses unknown options', async (name, command) => {
  const help = await type(...wordsOf(name), '--help');
  expect(help).toMatchObject({ code: 0, complained: '' });
  expect(help.printed).toContain(`ceiba ${command.usage}`);
  const unknown = await type(...wordsOf(name), '--flavour', 'red');
  expect(unknown).toMatchObject({ code: 2, printed: '' });
  expect(unknown.complained).toContain(`ceiba ${command.usage}`);
  expect(unknown.complained).toContain('--flavour');
  const surplus = command.usage.includes('...') ? ['--flavour'] : Array.from({ length: 9 }, (_, n) => `more${n}`);
  expect(await type(...wordsOf(name), ...surplus)).toMatchObject({ code: 2, printed: '' });
});

// Exceptions act outside the database (processes, files, calls), show secrets once, or stream lists in other formats.
test('commands that show have --json, and commands that change have --dry-run, with listed exceptions', () => {
  const neither = table.filter(([, { canJson = false, canDryRun = false }]) => !canJson && !canDryRun);
  const processes = ['start', 'web', 'worker'];
  const calls = ['return pictures', 'payment reverse', 'webhook test'];
  const secrets = ['secrets rotate', 'token add', 'webhook add', 'webhook rotate'];
  const streamed = ['order list', 'event list', 'export', 'import template'];
  expect(neither.map(([name]) => name).sort()).toEqual([...processes, ...calls, ...secrets, ...streamed].sort());
});

test('every command that changes the shop writes to the audit, except for processes and copies', () => {
  const silent = table.filter(([, { changesShop = false, canJson = false }]) => !changesShop && !canJson);
  const processes = ['start', 'web', 'worker', 'migrate', 'secrets rotate'];
  const streamed = ['order list', 'event list', 'return pictures', 'webhook test', 'import template'];
  expect(silent.map(([name]) => name).sort()).toEqual([...processes, ...streamed].sort());
  const changing = table.filter(([, { changesShop = false }]) => changesShop);
  expect(changing.length).toBeGreaterThan(70);
  expect(changing.map(([name]) => name)).toEqual(
    expect.arrayContaining(['order cancel', 'policy set', 'import', 'coupon end']),
  );
});

test.each([[[]], [['nothing']], [['order']], [['order', 'nothing']], [['constructor']], [['--flavour']]])(
  'ceiba %j is refused with a message on stderr and status 2',
  async (words) => {
    const { code, printed, complained } = await type(...words);
    expect([code, printed]).toEqual([2, '']);
    expect(complained).toContain('ceiba order cancel <number>');
  },
);

test.each([
  [['--help'], 'ceiba coupon add'],
  [['help'], 'ceiba coupon add'],
  [['-h'], 'ceiba migrate'],
  [['coupon', '--help'], 'ceiba coupon add'],
  [['help', 'coupon'], 'ceiba coupon add'],
  [['help', 'coupon', 'add'], 'ceiba coupon add'],
])('ceiba %j prints to stdout and exits with 0', async (words, text) => {
  const { code, printed, complained } = await type(...words);
  expect([code, complained]).toEqual([0, '']);
  expect(printed).toContain(text);
  if (words.includes('coupon')) expect(printed).not.toContain('ceiba order');
});

/** Returns the commands that documents show after `ceiba`, as code. */
const typedIn = (text: string): string[] =>
  Array.from(text.replaceAll(/\s+/g, ' ').matchAll(/`(?:npm run )?ceiba (?:-- )?([^`]+)`/g), ([, words = '']) => words);

/** Returns whether the words are a command, or the first words of commands. */
const isCommand = (typed: string): boolean => {
  const words = typed.split(' ');
  const agree = (name: string[]): boolean =>
    name.every((word, at) => words[at] === undefined || word.startsWith('<') || word === words[at]);
  return table.some(([name]) => agree(name.split(' ')));
};

test('the table of docs/operations.md is the table of commands', () => {
  const section =
    readFileSync(`${root}docs/operations.md`, 'utf8').split('\n## Commands\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const documented = rows.flatMap((row) =>
    Array.from((row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g), ([, usage = '']) => usage),
  );
  const usages = commands.map(({ usage }) => usage);
  expect(new Set(documented)).toEqual(new Set(usages));
});

test('no document names a command that does not exist', async () => {
  const invented: string[] = [];
  for await (const file of glob(['README.md', 'ARCHITECTURE.md', 'docs/*.md'], { cwd: root })) {
    for (const typed of typedIn(readFileSync(`${root}${file}`, 'utf8')))
      if (!/^…|--help$| \| /.test(typed) && !isCommand(typed)) invented.push(`${file}: ${typed}`);
  }
  expect(invented).toEqual([]);
});

test('the units of systemd run existing commands', async () => {
  const run: string[] = [];
  for await (const file of glob('deploy/*.service', { cwd: root })) {
    const [, words = file] =
      /^ExecStart=\/usr\/bin\/node server\/src\/ceiba\.ts (.+)$/m.exec(readFileSync(`${root}${file}`, 'utf8')) ?? [];
    run.push(words);
  }
  expect(run.sort()).toEqual(['migrate', 'web', 'worker']);
  expect(run.filter((words) => !isCommand(words))).toEqual([]);
});
