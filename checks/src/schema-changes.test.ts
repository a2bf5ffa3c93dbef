import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

/**
 * Statements that a change of the schema must not contain (OPS-08), because nodes of the previous release and shoppers continue
 * during the change. Objects that nothing reads are dropped one release later, in a file `…-contract-….sql`.
 */
const rules: readonly { code: string; pattern: RegExp; isContract?: boolean }[] = [
  {
    code: 'drops what the release before reads',
    pattern: /\bdrop\s+(?:table|column|constraint|type|view|function)\b/i,
    isContract: true,
  },
  { code: 'renames', pattern: /\brename\b/i },
  { code: 'changes a type', pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i },
  {
    code: 'requires a value that the previous release does not set',
    pattern: /\badd\s+(?:column\s+)?(?!constraint)\w+\s(?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i,
  },
  { code: 'requires a value that the previous release does not set', pattern: /\bset not null\b/i, isContract: true },
  { code: 'reads a whole table under a lock', pattern: /\badd\s+constraint\b(?![^;]*\bnot valid\b)/i },
  { code: 'builds an index while nobody can write', pattern: /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)/i },
  {
    code: 'is no file of an index alone',
    pattern: /\bconcurrently\b(?=[\s\S]*;[\s\S]*\b(?:alter|update|insert|delete)\b)/i,
  },
];

/**
 * Returns the statements without comments. Leaves out statements about tables that the same file creates, because such
 * tables are not in use yet.
 */
const judged = (text: string): string => {
  const sql = text.replaceAll(/--.*$/gm, '');
  const own = [...sql.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, name = '']) => name);
  return sql
    .split(';')
    .filter((statement) => !own.some((name) => new RegExp(`\\b(?:on|table) ${name}\\b`, 'i').test(statement)))
    .join(';');
};

const faultsOf = (name: string, text: string): string[] =>
  rules
    .filter(
      ({ pattern, isContract = false }) => pattern.test(judged(text)) && !(isContract && name.includes('-contract-')),
    )
    .map(({ code }) => code);

test('no schema change blocks shoppers or the previous release (OPS-08)', () => {
  const files = globSync('server/sql/changes/*.sql', { cwd: root });
  expect(files.flatMap((name) => faultsOf(name, readSource(name)).map((code) => `${name} ${code}`))).toEqual([]);
});

test.each([
  ['drop table old_flags;', ['drops what the release before reads']],
  ['drop function if exists old_flags(text);', ['drops what the release before reads']],
  ['alter table flags drop column note;', ['drops what the release before reads']],
  ['alter table flags rename column note to remark;', ['renames']],
  ['alter table flags alter column note type varchar(9);', ['changes a type']],
  ['alter table flags add column note text not null;', ['requires a value that the previous release does not set']],
  ['alter table flags alter note set not null;', ['requires a value that the previous release does not set']],
  ['alter table flags add constraint short check (length(note) < 9);', ['reads a whole table under a lock']],
  ['create index flags_note on flags (note);', ['builds an index while nobody can write']],
  ['create index concurrently a on flags (note);\nupdate flags set note = 1;', ['is no file of an index alone']],
  ["alter table flags add column note text not null default '';", []],
  ['alter table flags add column note text, add column since timestamptz;', []],
  ['alter table flags add constraint short check (length(note) < 9) not valid;', []],
  ['drop index concurrently if exists flags_note;\ncreate index concurrently flags_note on flags (note);', []],
  ['create table notes (id int not null);\ncreate index notes_id on notes (id); -- drop table', []],
])('refuses a schema change that blocks somebody: %s', (sql, faults) => {
  expect(faultsOf('0001-flags-more.sql', sql)).toEqual(faults);
});

test('unused objects may be dropped one release later', () => {
  expect(faultsOf('0002-flags-contract-note.sql', 'alter table flags drop column note;')).toEqual([]);
  expect(faultsOf('0002-flags-contract-note.sql', 'drop function old_flags(text);')).toEqual([]);
  expect(faultsOf('0002-flags-contract-note.sql', 'alter table flags rename note to remark;')).toEqual(['renames']);
});
