import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { daysBetween, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { outcomeReasonMaxLength, type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { isReturnNumber, returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import type { FileStore } from '../media/file-store.ts';
import { typedCount, typedText } from '../platform/operations/typed-words.ts';
import { refundNote } from '../refunds/refunds.store.ts';
import type { ActedCall } from '../slice.ts';
import { type DecidedReturn, decideReturn, type ReturnDecisionRefusal } from './decide-return.ts';
import {
  findReturn,
  listOpenReturns,
  listUndecidedReturns,
  type OperatorReturn,
  receiveReturn,
} from './operator-returns.store.ts';

const options = {
  restock: { type: 'string' },
  store: { type: 'string' },
  scrap: { type: 'string' },
  'to-supplier': { type: 'string' },
  reject: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
} as const;

/** What is typed to decide what becomes of a return. */
interface TypedOutcomes {
  outcomes: ReturnOutcome[];
  by: string;
}

/**
 * `--restock N --store <code>`, `--scrap N`, `--to-supplier N`, `--reject N`, at least one of them, with `--by <name>` and a `--reason <text>`,
 * which only a rejection needs; undefined where it is nothing like it.
 */
function readOutcomes(words: readonly string[]): TypedOutcomes | undefined {
  const { values, positionals } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const isKnown = Object.keys(values).every((name) => Object.hasOwn(options, name));
  const [by, reason, store] = [
    typedText(values.by, 100),
    typedText(values.reason, outcomeReasonMaxLength),
    typedText(values.store, 60),
  ];
  const fates = [
    { fate: 'restock' as const, typed: values.restock, storeCode: store ?? null },
    { fate: 'scrap' as const, typed: values.scrap, storeCode: null },
    { fate: 'toSupplier' as const, typed: values['to-supplier'], storeCode: null },
    { fate: 'reject' as const, typed: values.reject, storeCode: null },
  ];
  const outcomes = fates.flatMap(({ fate, typed, storeCode }) =>
    typed === undefined ? [] : [{ fate, quantity: typedCount(typed) ?? 0, storeCode, reason: reason ?? null }],
  );
  const isWhole =
    (values.restock === undefined) === (store === undefined) &&
    (values.reject === undefined || reason !== undefined) &&
    (values.reason === undefined || reason !== undefined) &&
    outcomes.every(({ quantity }) => quantity > 0);
  if (!isKnown || positionals.length > 0 || by === undefined || outcomes.length === 0 || !isWhole) return undefined;
  return { outcomes, by };
}

export const returnUsage = `ceiba return list [--undecided]       returns that have not arrived yet, the oldest first; or those that have, and wait for their outcome
ceiba return receive <number>         its goods have arrived; a mail says so
ceiba return outcome <number> [--restock N --store <code>] [--scrap N] [--to-supplier N] [--reject N] [--reason <text>] --by <name>
                                      what became of its units, so many in all; what is not rejected is given back, a mail says so, with
                                      the reason of a rejection as it stands (in Spanish); nothing takes it back
ceiba return pictures <number> <dir>  writes the pictures that came with it into a folder
`;

interface ReturnCommand extends ActedCall {
  files: FileStore;
  /** Origin of the shop, for the link of the mail. */
  publicUrl: string;
  policy: ShopPolicy;
}

const portion = 100;

/** What a customer wrote, on one line of a terminal: nothing in it moves a cursor, or begins a line of its own. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, ' ');

const lineOf = (found: OperatorReturn, now: Date): string => {
  const days = daysBetween(guatemalaDate(found.requestedAt), guatemalaDate(now));
  const { number, orderNumber, quantity, title, sku, reason, description, firstName, phone, pictures } = found;
  return [
    `${returnNumberText(number)}  order ${orderNumber}  ${quantity} × ${title} (${sku})`,
    `    ${reason}${description === '' ? '' : `: ${plain(description)}`}`,
    `    ${plain(firstName)}, ${plain(phone)}; asked ${days} days ago, ${pictures.length} pictures`,
  ].join('\n');
};

async function list(
  { db, now, say }: ReturnCommand,
  listPortion: typeof listOpenReturns,
  none: string,
): Promise<boolean> {
  let after = 0;
  for (;;) {
    const found = await listPortion(db.write, after, portion);
    for (const one of found) say(lineOf(one, now));
    const last = found.at(-1);
    if (last === undefined || found.length < portion) {
      if (after === 0 && last === undefined) say(none);
      return true;
    }
    after = last.number;
  }
}

async function receive({ db, publicUrl, policy, now, say }: ReturnCommand, number: number): Promise<boolean> {
  const received = await receiveReturn(db, number, { publicUrl, policy, now });
  if (!received.ok) {
    say(`There is no return ${returnNumberText(number)}. Nothing was changed.`);
    return false;
  }
  const { found, isChanged } = received.value;
  say(`Return ${returnNumberText(number)} of order ${found.orderNumber} has ${isChanged ? 'now' : 'already'} arrived.`);
  return true;
}

const unitsNote = ({ decided }: DecidedReturn): string => {
  const units = new Map<string, number>();
  for (const { quantity, fate, storeCode } of decided) {
    const name = storeCode === null ? fate : `${fate} at ${storeCode}`;
    units.set(name, (units.get(name) ?? 0) + quantity);
  }
  return Array.from(units, ([name, quantity]) => `${quantity} ${name}`).join(', ');
};

async function decide(
  { db, publicUrl, policy, now, say, actor: typist }: ReturnCommand,
  number: number,
  { outcomes, by }: TypedOutcomes,
): Promise<boolean> {
  const decision = { number, outcomes, actor: { ...typist, id: by } };
  const done = await decideReturn(db, decision, { publicUrl, policy, now });
  if (!done.ok) {
    say(`${whyNotDecided(done.error, returnNumberText(number))} Nothing was changed.`);
    return false;
  }
  const { isChanged, orderNumber, title, quantity, decided, refund } = done.value;
  const standing = `${unitsOf(decided)} of ${quantity} × ${title} ${isChanged ? 'are now' : 'are already'} decided`;
  say(
    `Return ${returnNumberText(number)} of order ${orderNumber}: ${standing}: ${unitsNote(done.value)}${refund === null ? '' : refundNote(refund)}.`,
  );
  return true;
}

const whyNotDecided = (refusal: ReturnDecisionRefusal, number: string): string => {
  switch (refusal.code) {
    case 'RETURN_UNKNOWN':
      return `There is no return ${number}.`;
    case 'STORE_UNKNOWN':
      return `There is no store ${refusal.storeCode}.`;
    case 'FATE_NOT_POSSIBLE':
      return `What return ${number} is about is ${refusal.kind === 'giftCard' ? 'a gift card, which can only be rejected' : 'a service, which no store keeps'}.`;
    case 'UNITS_NOT_LEFT':
      return `Of return ${number} ${refusal.left} units wait for their outcome.`;
    case 'REFUND_NOT_POSSIBLE':
      return `More was given back of the order of return ${number} than this would leave.`;
  }
};

async function savePictures({ db, files, say }: ReturnCommand, number: number, dir: string): Promise<boolean> {
  const found = await findReturn(db.write, number);
  if (found === undefined || found.pictures.length === 0) {
    say(`There is no return ${returnNumberText(number)}, or no picture came with it.`);
    return false;
  }
  await mkdir(dir, { recursive: true });
  for (const [index, path] of found.pictures.entries()) {
    const bytes = await files.read(path);
    if (bytes === undefined) throw new Error(`The file store has no ${path}.`);
    const name = join(dir, `${returnNumberText(number)}-${index + 1}.webp`);
    await writeFile(name, bytes);
    say(name);
  }
  return true;
}

/** `npm run ceiba -- return …`: what the shop's people do with returns (DEC-142). False when it refused. */
export async function runReturnCommand(command: ReturnCommand): Promise<boolean> {
  const [verb, number = '', dir = '', ...more] = command.args;
  const isNumbered = isReturnNumber(number) && more.length === 0;
  if (verb === 'list' && number === '') return list(command, listOpenReturns, 'No return is waited for.');
  if (verb === 'list' && number === '--undecided' && dir === '')
    return list(command, listUndecidedReturns, 'No return waits for its outcome.');
  const typed = verb === 'outcome' && isReturnNumber(number) ? readOutcomes(command.args.slice(2)) : undefined;
  if (typed !== undefined) return decide(command, returnNumberOf(number), typed);
  if (verb === 'receive' && isNumbered && dir === '') return receive(command, returnNumberOf(number));
  if (verb === 'pictures' && isNumbered && dir !== '') return savePictures(command, returnNumberOf(number), dir);
  command.say(returnUsage);
  return false;
}
