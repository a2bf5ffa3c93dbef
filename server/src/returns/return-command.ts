import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBetween, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { unitsOf } from '@ceiba/domain/returns/return-outcome';
import { isReturnNumber, returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import type { FileStore } from '../media/file-store.ts';
import { refundNote } from '../refunds/refund-note.ts';
import type { ActedCall } from '../slice.ts';
import { type DecidedReturn, decideReturn, type ReturnDecisionRefusal } from './decide-return.ts';
import { findReturn, listOpenReturns, listUndecidedReturns, type OperatorReturn } from './operator-returns.store.ts';
import { readOutcomes, type TypedOutcomes } from './read-outcomes.ts';
import { receiveReturn } from './receive-return.ts';

export const returnUsage = `ceiba return list [--undecided]       returns that have not arrived yet, the oldest first; or those that have, and wait for their outcome
ceiba return receive <number>         its goods have arrived; a mail says so
ceiba return outcome <number> [--restock N --store <code>] [--scrap N] [--to-supplier N] [--reject N] [--reason <text>] --by <name>
                                      what became of its units, so many in all; what is not rejected is given back, a mail says so, with
                                      the reason of a rejection as it stands (in Spanish); nothing takes it back
ceiba return pictures <number> <dir>  writes the pictures that came with it into a folder
`;

export interface ReturnCommand extends ActedCall {
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
