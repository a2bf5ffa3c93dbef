import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBetween, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { toQuetzales, zero } from '@ceiba/domain/money/money';
import { outcomeReasonMaxLength, type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { isReturnNumber, returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import type { z } from 'zod';
import type { FileStore } from '../media/file-store.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import {
  flag,
  optional,
  typed,
  typedBy,
  typedCount,
  typedText,
  typedWord,
} from '../platform/operations/typed-words.ts';
import { refundNote } from '../refunds/make-refund.ts';
import { amountOfRefund } from '../refunds/refund-figures.ts';
import { type DecidedReturn, decideReturn, type ReturnDecisionRefusal } from './decide-return.ts';
import { findDeskReturn } from './desk-returns.store.ts';
import {
  findReturn,
  listOpenReturns,
  listUndecidedReturns,
  type OperatorReturn,
  receiveReturn,
} from './operator-returns.store.ts';

const portion = 100;

/** Returns a customer's text for one line of a terminal. It cannot move the cursor or start a new line. */
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

async function list({ db, now, answer }: DatabaseCall, isUndecided: boolean): Promise<boolean> {
  const listPortion = isUndecided ? listUndecidedReturns : listOpenReturns;
  const found: OperatorReturn[] = [];
  for (let after = 0; ; ) {
    const next = await listPortion(db.write, after, portion);
    found.push(...next);
    if (next.length < portion) break;
    after = next.at(-1)?.number ?? after;
  }
  const none = isUndecided ? 'No return waits for its outcome.' : 'No return is waited for.';
  answer(found, found.length === 0 ? [none] : found.map((one) => lineOf(one, now)));
  return true;
}

/** The return's name in the desk's calls. */
const named = (number: number) => ({ entityId: returnNumberText(number) });

async function receive(
  { db, readConfig, policy, now, end, reportChange }: DatabaseCall,
  number: number,
): Promise<boolean> {
  const { publicUrl } = readConfig();
  const before = await findDeskReturn(db.write, number);
  const received = await receiveReturn(db, number, { publicUrl, policy: await policy(), now });
  if (!received.ok) {
    const isKnown = received.error.code === 'RETURN_ENDED';
    const why = isKnown
      ? `Return ${returnNumberText(number)} was rejected or canceled.`
      : `There is no return ${returnNumberText(number)}.`;
    return end(false, `${why} Nothing was changed.`);
  }
  const { found, isChanged } = received.value;
  const after = await findDeskReturn(db.write, number);
  if (isChanged) reportChange({ ...named(number), before: { state: before?.state }, after: { state: after?.state } });
  const when = isChanged ? 'now' : 'already';
  return end(true, `Return ${returnNumberText(number)} of order ${found.orderNumber} has ${when} arrived.`);
}

const unitsNote = ({ decided }: DecidedReturn): string => {
  const units = new Map<string, number>();
  for (const { quantity, fate, storeCode } of decided) {
    const name = fate === 'restock' ? `${fate} at ${storeCode}` : fate;
    units.set(name, (units.get(name) ?? 0) + quantity);
  }
  return Array.from(units, ([name, quantity]) => `${quantity} ${name}`).join(', ');
};

async function decide(
  { db, readConfig, policy, now, end, reportChange, actor: typist }: DatabaseCall,
  number: number,
  outcomes: ReturnOutcome[],
  by: string,
): Promise<boolean> {
  const { publicUrl } = readConfig();
  const decision = { number, outcomes, actor: { ...typist, id: by } };
  const done = await decideReturn(db, decision, { publicUrl, policy: await policy(), now });
  if (!done.ok) return end(false, `${whyNotDecided(done.error, returnNumberText(number))} Nothing was changed.`);
  const { isChanged, orderNumber, title, quantity, decided, refund } = done.value;
  if (isChanged) {
    const refunded = toQuetzales(refund === null ? zero : amountOfRefund(refund));
    reportChange({ ...named(number), after: { units: outcomes, refundTo: 'origin', refunded }, reason: null });
  }
  const standing = `${unitsOf(decided)} of ${quantity} × ${title} ${isChanged ? 'are now' : 'are already'} decided`;
  return end(
    true,
    `Return ${returnNumberText(number)} of order ${orderNumber}: ${standing}: ${unitsNote(done.value)}${refund === null ? '' : refundNote(refund)}.`,
  );
}

const whyNotDecided = (refusal: ReturnDecisionRefusal, number: string): string => {
  switch (refusal.code) {
    case 'RETURN_UNKNOWN':
      return `There is no return ${number}.`;
    case 'RETURN_ENDED':
      return `Return ${number} was rejected or canceled.`;
    case 'STORE_UNKNOWN':
      return `There is no store ${refusal.storeCode}.`;
    case 'FATE_NOT_POSSIBLE':
      return `What return ${number} is about is ${refusal.isGiftCard ? 'a gift card, which can only be rejected' : 'a service, which no store keeps'}.`;
    case 'UNITS_NOT_LEFT':
      return `Of return ${number} ${refusal.left} units wait for their outcome.`;
    case 'REFUND_NOT_POSSIBLE':
      return `More was given back of the order of return ${number} than this would leave.`;
    case 'APPROVAL_REQUIRED':
      return `Another person has to decide return ${number}.`;
  }
};

async function savePictures(
  { db, say, refuse }: DatabaseCall,
  files: FileStore,
  number: number,
  dir: string,
): Promise<boolean> {
  const found = await findReturn(db.write, number);
  if (found === undefined || found.pictures.length === 0)
    return refuse(`There is no return ${returnNumberText(number)}, or no picture came with it.`);
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

const typedReturn = typed('<number>', 'a number of a return as D-100001', (text) =>
  isReturnNumber(text) ? returnNumberOf(text) : undefined,
);

const units = optional(typedCount);

const fates = {
  restock: units,
  store: optional(typedText('<code>', 60)),
  scrap: units,
  'to-supplier': units,
  reject: units,
  reason: optional(typedText('<text>', outcomeReasonMaxLength)),
};

type Fates = z.output<z.ZodObject<typeof fates>>;

const outcomesOf = ({ restock, store, scrap, reject, reason, ...other }: Fates): ReturnOutcome[] =>
  [
    { fate: 'restock' as const, quantity: restock, storeCode: store ?? null },
    { fate: 'scrap' as const, quantity: scrap, storeCode: null },
    { fate: 'toSupplier' as const, quantity: other['to-supplier'], storeCode: null },
    { fate: 'reject' as const, quantity: reject, storeCode: null },
  ].flatMap(({ quantity, ...outcome }) =>
    quantity === undefined ? [] : [{ ...outcome, quantity, reason: reason ?? null }],
  );

const checkFates = (typed: Fates): string | undefined => {
  if (outcomesOf(typed).length === 0)
    return 'What became of it is missing: --restock, --scrap, --to-supplier or --reject.';
  if ((typed.restock === undefined) !== (typed.store === undefined)) return '--restock and --store go together.';
  return typed.reject !== undefined && typed.reason === undefined ? '--reject wants a --reason.' : undefined;
};

/** Commands for returns (DEC-142). */
export const returnCommands = (openFiles: (config: Config) => FileStore): readonly Command[] => [
  databaseCommand({
    usage: 'return list',
    changes: null,
    summary:
      'lists returns that have not arrived yet, the oldest first. --undecided: lists returns that have arrived and ' +
      'wait for their outcome',
    canJson: true,
    takes: { undecided: flag },
    run: (call, { undecided }) => list(call, undecided),
  }),
  databaseCommand({
    usage: 'return receive <number>',
    changes: { entity: 'returns', calls: ['receiveReturn'] },
    summary: 'records that the goods of a return have arrived, and mails the buyer',
    canDryRun: true,
    takes: { number: typedReturn },
    run: (call, { number }) => receive(call, number),
  }),
  databaseCommand({
    usage: 'return outcome <number>',
    changes: { entity: 'returns', calls: ['decideReturnUnits'] },
    summary:
      'records the outcome of units, as totals (--restock at --store). Accepted units are refunded, and the buyer is ' +
      'mailed. The mail contains the reason of a rejection as typed (in Spanish). The outcome cannot be undone',
    canDryRun: true,
    takes: { number: typedReturn, ...fates, by: typedBy },
    check: checkFates,
    run: (call, { number, by, ...typed }) => decide(call, number, outcomesOf(typed), by),
  }),
  databaseCommand({
    usage: 'return pictures <number> <dir>',
    changes: null,
    summary: 'writes the pictures of a return into a folder',
    takes: { number: typedReturn, dir: typedWord },
    run: (call, { number, dir }) => savePictures(call, openFiles(call.readConfig()), number, dir),
  }),
];
