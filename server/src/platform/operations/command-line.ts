import { parseArgs } from 'node:util';
import type { AuditedCall } from '@ceiba/contract/desk/audit-changes';
import type { Actor } from '@ceiba/domain/actors/actor';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { type Author, type Change, recordChange } from '../audit/record-change.ts';
import { type Database, databaseWithin, type Tx } from '../db/database.ts';
import { rehearse } from '../db/rehearse.ts';
import type { Config } from './config.ts';
import { isTypedAmount } from './typed-words.ts';

/** One table of declared commands is used to print, parse and run commands, and to check `docs/operations.md`. */

/** Exit codes: the command is done; it was refused or found a problem; its arguments are wrong. */
export const exitCodes = { done: 0, refused: 1, usage: 2 } as const;

interface OpenedDatabase {
  db: Database;
  policy: () => Promise<ShopPolicy>;
}

/** The environment that a command receives. */
export interface CommandCall {
  now: Date;
  /** The user of the machine who typed the command. */
  actor: Actor;
  /** Prints a line on stdout. */
  say: (text: string) => void;
  /** Prints the reason of a refusal on stderr. Returns false, which the command must return, too. */
  refuse: (text: string) => false;
  /** Prints the outcome, on stdout or as a refusal. Returns `isDone`. */
  end: (isDone: boolean, text: string) => boolean;
  /** Prints the result: the document with `--json`, otherwise the lines. */
  answer: (document: unknown, lines: readonly string[]) => void;
  /** True with `--dry-run`. Database changes are rolled back automatically. The command must skip all other effects. */
  isDryRun: boolean;
  /** Reads all settings. Throws if one is invalid. */
  readConfig: () => Config;
  /** Opens the shop's database for `work`. Only the database's settings must be valid. */
  onDatabase: (work: (opened: OpenedDatabase) => Promise<boolean>) => Promise<boolean>;
}

/** The change of a command that has an equivalent call of the desk. Both write the same form of audit row. */
interface ReportedChange extends Partial<Change> {
  /** The name of the equivalent call, if there are several. */
  operation?: AuditedCall;
}

/** The environment that a command on the database receives. */
export interface DatabaseCall extends CommandCall, OpenedDatabase {
  /**
   * Reports a change, for an audit row as the desk's call writes it. A command that declares `calls` and reports nothing has changed
   * nothing, and writes no row.
   */
  reportChange: (change: ReportedChange) => void;
}

type Shape = Record<string, z.ZodType>;
type Typed<Takes extends Shape> = z.output<z.ZodObject<Takes>>;

interface Declared {
  /**
   * The words after `ceiba`: `order cancel <number>`, `searches [days]`, `synonym add <words...>`. Each `<name>` is one of `takes`. The
   * other `takes` are options: `--name text`. An array may be repeated, a boolean is a flag.
   */
  usage: string;
  summary: string;
  /** True if the command prints one JSON document with `--json` (`CommandCall.answer`). */
  canJson?: boolean;
  /** True if the command accepts `--dry-run`, which shows the effects and writes nothing. */
  canDryRun?: boolean;
}

interface Declaration<Takes extends Shape, Call> extends Declared {
  takes: Takes;
  /** Returns an error sentence if the given values cannot be combined. */
  check?: (typed: Typed<Takes>) => string | undefined;
  /** Returns false if the command was refused or found a problem. The process then exits with 1. */
  run: (call: Call, typed: Typed<Takes>) => Promise<boolean>;
}

export interface Command extends Declared {
  /** For commands on the database: true if the command writes an audit row. */
  changesShop?: boolean;
  /** The equivalent calls of the desk, which write the same audit row. */
  calls?: readonly AuditedCall[];
  takes: Shape;
  /** `fault`: a sentence about the invalid argument. */
  read: (typed: Typings) => { fault: string } | { run: (call: CommandCall) => Promise<boolean> };
}

/** The parsed arguments, by the names of `takes`. */
type Typings = Record<string, unknown>;

export const command = <Takes extends Shape>(declaration: Declaration<Takes, CommandCall>): Command => {
  const { takes, check = () => undefined, run, ...declared } = declaration;
  return {
    ...declared,
    takes,
    read: (typed) => {
      const read = z.object(takes).safeParse(typed);
      const fault = read.success ? check(read.data) : faultOf(declared, read.error, typed);
      return read.success && fault === undefined
        ? { run: (call) => run(call, read.data) }
        : { fault: fault ?? 'It was not understood.' };
    },
  };
};

/** A command's change to the shop, as its audit row shows it (OFF-10). */
interface Changes<Takes extends Shape> {
  /** The resource, as the desk's calls name it. */
  entity: string;
  /** Returns the entity's ID before anything changes. By default, the first `<name>` of its usage. */
  id?: (typed: Typed<Takes>, tx: Tx) => Promise<string> | string;
  /** Arguments that the audit row omits: secrets, and names of buyers. */
  hides?: readonly (keyof Takes)[];
  /** True if the command calls other services or commits in portions. Its audit row is then written afterwards, in a separate transaction. */
  isApart?: true;
  /**
   * The equivalent calls of the desk, which write the same rows. The command either reports its changes (`reportChange`), and the rows get
   * the name of the first of these calls. Or the command writes the rows itself.
   */
  calls?: readonly [AuditedCall, ...AuditedCall[]];
}

interface DatabaseDeclaration<Takes extends Shape> extends Declaration<Takes, DatabaseCall> {
  /** Null if the command only reads. `recorded`: code that the command calls writes the audit row. */
  changes: Changes<Takes> | 'recorded' | null;
}

/** Declares a command on the database. Its changes and its audit row form one transaction. */
export const databaseCommand = <Takes extends Shape>(declaration: DatabaseDeclaration<Takes>): Command => {
  const { changes, run, ...declared } = declaration;
  const runIn = async (call: DatabaseCall, typed: Typed<Takes>): Promise<boolean> => {
    if (changes === null || changes === 'recorded') return run(call, typed);
    const { entity, id = () => firstWord(declared, typed), isApart = false, calls } = changes;
    const runAudited = async (tx: Tx, db: Database): Promise<boolean> => {
      const entityId = await id(typed, tx);
      const changed: ReportedChange[] = [];
      const isDone = await run({ ...call, db, reportChange: (change) => changed.push(change) }, typed);
      if (!isDone) return false;
      const { by, reason, after } = keptOf(changes, declared.takes, typed);
      if (calls === undefined)
        await recordCommand(tx, call, {
          operation: nameOf(declared),
          entity,
          entityId,
          by,
          reason,
          after,
          ...changed[0],
        });
      for (const change of calls === undefined ? [] : changed)
        await recordCommand(tx, call, { operation: calls?.[0] ?? '', entity, entityId, reason, by, ...change });
      return true;
    };
    return isApart
      ? runAudited(call.db.write, call.db)
      : call.db.transaction((tx) => runAudited(tx, databaseWithin(call.db, tx)));
  };
  const base = command({
    ...declared,
    run: (call, typed) => call.onDatabase((opened) => runIn({ ...call, ...opened, reportChange: () => {} }, typed)),
  });
  return {
    ...base,
    changesShop: changes !== null,
    calls: changes === null || changes === 'recorded' ? [] : (changes.calls ?? []),
  };
};

const firstWord = ({ usage }: Declared, typed: object): string => {
  const place = placesOf(usage).find(({ literal }) => literal === null)?.name ?? '';
  return wordIn(typed, place) ?? '';
};

const wordIn = (typed: object, name: string): string | undefined => {
  const value: unknown = Object.entries(typed).find(([key]) => key === name)?.[1];
  return value === undefined || value === false ? undefined : String(value);
};

/** Returns the arguments for the audit row. Author and reason have their own columns. */
const keptOf = <Takes extends Shape>({ hides = [] }: Changes<Takes>, takes: Takes, typed: Typed<Takes>) => {
  const visible = Object.entries(typed).filter(([name]) => !['by', 'reason', ...hides].includes(name));
  return {
    by: wordIn(typed, 'by'),
    reason: wordIn(typed, 'reason'),
    after: Object.fromEntries(
      visible
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => [name, isTypedAmount(takes[name]) ? toQuetzales(centavos(Number(value))) : value]),
    ),
  };
};

/** Returns the author for a command's audit row. A command has no request. */
export const commandAuthor = (actor: Actor, now: Date): Author => ({
  actor,
  name: actor.id ?? '',
  requestId: null,
  now,
});

/** Writes a command to the audit, with the person of `--by`, otherwise with the user who typed it (DEC-210). */
const recordCommand = async (
  tx: Tx,
  { actor, now }: CommandCall,
  { by, ...change }: Change & { operation: string; by: string | undefined },
): Promise<void> => {
  await recordChange(tx, commandAuthor({ ...actor, id: by ?? actor.id }, now), change);
};

/** A part of a usage: a literal word, or the name of one of `takes`. */
interface Place {
  literal: string | null;
  name: string;
  isMany: boolean;
}

const placesOf = (usage: string): Place[] =>
  usage.split(' ').map((text) => {
    const [, name, dots] = /^[<[]([\w-]+)(\.\.\.)?[>\]]$/.exec(text) ?? [];
    return { literal: name === undefined ? text : null, name: name ?? text, isMany: dots !== undefined };
  });

/** Returns the words of a usage up to the last literal word. They are the command's name. */
const headOf = (usage: string): Place[] => {
  const places = placesOf(usage);
  return places.slice(0, places.findLastIndex(({ literal }) => literal !== null) + 1);
};

/** Returns a command's name as the documents write it: `coupon add`, `card-bin <bin> add-plan`. */
export const nameOf = ({ usage }: Declared): string => usage.split(' ').slice(0, headOf(usage).length).join(' ');

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;
const isFlag = (schema: z.ZodType): boolean => schema.safeParse(true).success;
const isMany = (schema: z.ZodType): boolean => schema.safeParse([]).success;

function faultOf({ usage }: Declared, { issues }: z.ZodError, typed: Typings): string {
  const name = String(issues[0]?.path[0]);
  const isPlace = placesOf(usage).some((place) => place.literal === null && place.name === name);
  const shown = isPlace ? `<${name}>` : `--${name}`;
  const value = typed[name];
  return value === undefined
    ? `${shown} is missing.`
    : `${shown} should be ${issues[0]?.message}, not "${String(value)}".`;
}

const switches = ({ canJson = false, canDryRun = false }: Declared): string[] => [
  ...(canJson ? ['json'] : []),
  ...(canDryRun ? ['dry-run'] : []),
];

/** Returns the options among `takes`, by name. */
const optionsOf = ({ usage, takes }: Command): [name: string, schema: z.ZodType][] => {
  const places = new Set(placesOf(usage).flatMap(({ literal, name }) => (literal === null ? [name] : [])));
  return Object.entries(takes).filter(([name]) => !places.has(name));
};

/** Parses the arguments. Throws the errors of `parseArgs`. */
function parse(command: Command, args: readonly string[]): { typed: Typings; fault: string | undefined } {
  const own = optionsOf(command).map(([name, schema]) => {
    const type: 'boolean' | 'string' = isFlag(schema) ? 'boolean' : 'string';
    return [name, { type, multiple: isMany(schema) }] as const;
  });
  const common = switches(command).map((name) => [name, { type: 'boolean' as const }] as const);
  const options = Object.fromEntries([...own, ...common]);
  const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  const typed: Typings = { ...values };
  for (const { literal, name, isMany } of placesOf(command.usage)) {
    const words = positionals.splice(0, isMany ? positionals.length : 1);
    if (literal === null && words.length > 0) typed[name] = isMany ? words : words[0];
  }
  const [surplus] = positionals;
  return { typed, fault: surplus === undefined ? undefined : `"${surplus}" is a word too many.` };
}

const isParseFault = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Wraps text into lines of at most 110 characters. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length === 0 || longer.length > 110) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => `    ${line}\n`).join('');
}

/** Returns `ceiba order cancel <number> [--line <n>]`, and a description below it. */
function helpOf(command: Command): string {
  const own = optionsOf(command).map(([name, schema]) => {
    const text = isFlag(schema) ? `--${name}` : `--${name} ${schema.description ?? '<text>'}`;
    return isOptional(schema) ? `[${text}]` : text;
  });
  const words = [command.usage, ...own, ...switches(command).map((name) => `[--${name}]`)];
  return `ceiba ${words.join(' ')}\n${wrapped(command.summary)}`;
}

/** Finds the command named by the words before the first option. If two match, returns the command with more matching words. */
const findCommand = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands
    .map((command) => ({ command, head: headOf(command.usage) }))
    .filter(({ head }) =>
      head.every(({ literal }, at) => words[at] !== undefined && (literal ?? words[at]) === words[at]),
    )
    .sort((a, b) => b.head.length - a.head.length)[0]?.command;

/** Returns the commands whose names start with this name, or all commands if none does. */
function groupOf(commands: readonly Command[], name: string): readonly Command[] {
  const named = commands.filter((command) => `${nameOf(command)} `.startsWith(`${name} `));
  return named.length > 0 ? named : commands;
}

const footer = `
--help after a command shows its usage. --json prints one JSON document (amounts in centavos). --dry-run shows the effects and changes
nothing. Exit codes: 0 = done; 1 = refused, or a problem was found; 2 = arguments not understood.
`;

const helpFor = (group: readonly Command[]): string => group.map(helpOf).join('') + footer;

/** The output functions and the environment of a command. */
export interface CommandHost extends Pick<CommandCall, 'now' | 'actor' | 'readConfig' | 'onDatabase'> {
  print: (text: string) => void;
  complain: (text: string) => void;
}

/** Parses the words after `ceiba` and runs the command. Returns the exit code. Rethrows errors of the command. */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  host: CommandHost,
): Promise<number> {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const typedWords = firstOption === -1 ? args : args.slice(0, firstOption);
  const words = typedWords[0] === 'help' ? typedWords.slice(1) : typedWords;
  const found = findCommand(commands, words);
  const help = helpFor(groupOf(commands, found === undefined ? (words[0] ?? '') : nameOf(found)));
  if (before.includes('--help') || before.includes('-h') || words !== typedWords) {
    host.print(help);
    return exitCodes.done;
  }
  const read = found === undefined ? { fault: unknownText(words) } : readWords(found, args);
  if ('fault' in read) {
    host.complain(`${help}\n${read.fault}`);
    return exitCodes.usage;
  }
  return (await read.run(callOf(host, read.typed))) ? exitCodes.done : exitCodes.refused;
}

const unknownText = (words: readonly string[]): string =>
  words.length === 0 ? 'Which command?' : `There is no command "ceiba ${words.join(' ')}".`;

function readWords(
  command: Command,
  args: readonly string[],
): { fault: string } | { run: (call: CommandCall) => Promise<boolean>; typed: Typings } {
  try {
    const { typed, fault } = parse(command, args);
    const read = fault === undefined ? command.read(typed) : { fault };
    return 'fault' in read ? read : { ...read, typed };
  } catch (error) {
    if (!isParseFault(error)) throw error;
    return { fault: error.message };
  }
}

function callOf(host: CommandHost, typed: Typings): CommandCall {
  const { now, actor, readConfig, onDatabase, print, complain } = host;
  const { json: isJson = false, 'dry-run': isDry = false } = typed;
  const isDryRun = isDry === true;
  const say = (text: string): void => print(`${text}\n`);
  const refuse = (text: string): false => {
    complain(text);
    return false;
  };
  return {
    now,
    actor,
    readConfig,
    say,
    refuse,
    isDryRun,
    end: (isDone, text) => {
      if (!isDone) return refuse(text);
      say(text);
      return true;
    },
    answer: (document, lines) => {
      if (isJson === true) say(JSON.stringify(document, null, 2));
      else for (const line of lines) say(line);
    },
    onDatabase: !isDryRun
      ? onDatabase
      : async (work) => {
          const isDone = await onDatabase(({ db, policy }) => rehearse(db, (dry) => work({ db: dry, policy })));
          complain('A dry run: nothing was written.');
          return isDone;
        },
  };
}
