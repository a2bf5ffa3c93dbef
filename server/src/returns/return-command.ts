import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBetween, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { isReturnNumber, returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import type { FileStore } from '../media/file-store.ts';
import type { DatabaseCall } from '../slice.ts';
import { findReturn, listOpenReturns, type OperatorReturn } from './operator-returns.store.ts';
import { receiveReturn } from './receive-return.ts';

export const returnUsage = `ceiba return list                    returns that have not arrived yet, the oldest first
ceiba return receive <number>         its goods have arrived; a mail says so
ceiba return pictures <number> <dir>  writes the pictures that came with it into a folder
`;

export interface ReturnCommand extends DatabaseCall {
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

async function list({ db, now, say }: ReturnCommand): Promise<boolean> {
  let after = 0;
  for (;;) {
    const found = await listOpenReturns(db.write, after, portion);
    for (const one of found) say(lineOf(one, now));
    const last = found.at(-1);
    if (last === undefined || found.length < portion) {
      if (after === 0 && last === undefined) say('No return is waited for.');
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
  if (verb === 'list' && number === '') return list(command);
  if (verb === 'receive' && isNumbered && dir === '') return receive(command, returnNumberOf(number));
  if (verb === 'pictures' && isNumbered && dir !== '') return savePictures(command, returnNumberOf(number), dir);
  command.say(returnUsage);
  return false;
}
