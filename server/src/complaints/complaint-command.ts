import { randomUUIDv7 } from 'node:crypto';
import { complaintAnswerBy, complaintNumberText, readComplaintNumber } from '@ceiba/domain/complaints/complaint';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { writeMail } from '../notifications/write-mail.ts';
import type { DatabaseCall } from '../slice.ts';
import { complaintAnsweredMail } from './complaint-mails.ts';
import { type BookedComplaint, findComplaint, insertAnswer, listComplaints } from './complaints.store.ts';

export const complaintUsage = `ceiba complaint list                  complaints nobody has answered, the oldest first, and until when each is to be
ceiba complaint list all              the whole book, with the answers
ceiba complaint answer <number> "…"   answers one by mail
ceiba complaint close <number> "…"    notes how one was settled without a mail: by telephone, in a store, because it is no complaint
`;

export interface ComplaintCommand extends DatabaseCall {
  publicUrl: string;
  policy: ShopPolicy;
}

const portion = 100;

/** What somebody typed, on one line of a terminal: nothing in it moves a cursor, or begins a line of its own. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, ' ');

function entryOf(complaint: BookedComplaint, { policy, now }: ComplaintCommand): string {
  const { number, name, email, phone, orderNumber, text, filedAt, answeredAt, answers } = complaint;
  const by = complaintAnswerBy(filedAt, policy);
  const isLate = answeredAt === null && guatemalaDate(now) > by;
  const state =
    answeredAt === null ? `answer by ${by}${isLate ? ', LATE' : ''}` : `answered ${guatemalaDate(answeredAt)}`;
  return [
    `${complaintNumberText(number)}  filed ${guatemalaDate(filedAt)}, ${state}${orderNumber === null ? '' : `  order ${orderNumber}`}`,
    `    ${plain(name)}, ${plain(email)}, ${phone}`,
    `    ${plain(text)}`,
    ...answers.map((answer) => `    > ${plain(answer)}`),
  ].join('\n');
}

async function list(command: ComplaintCommand, isOpenOnly: boolean): Promise<boolean> {
  const { db, say } = command;
  let after = 0;
  for (;;) {
    const found = await listComplaints(db.write, { after, most: portion, isOpenOnly });
    for (const complaint of found) say(entryOf(complaint, command));
    const last = found.at(-1);
    if (last === undefined && after === 0) say(isOpenOnly ? 'No complaint waits for an answer.' : 'The book is empty.');
    if (last === undefined || found.length < portion) return true;
    after = last.number;
  }
}

/** The answer and its mail, or no mail, in one transaction; the same answer twice is one. */
async function answer(
  { db, publicUrl, policy, now, say }: ComplaintCommand,
  { number, text, isMailed }: { number: number; text: string; isMailed: boolean },
) {
  const name = complaintNumberText(number);
  const outcome = await db.transaction(async (tx) => {
    const complaint = await findComplaint(tx, number);
    if (complaint === undefined) return 'unknown';
    const id = randomUUIDv7();
    if (!(await insertAnswer(tx, { id, complaint: number, text }, now))) return 'told before';
    const mail = complaintAnsweredMail(complaint, text, { publicUrl, policy });
    if (isMailed) await writeMail(tx, `complaint-answered:${id}`, mail, now);
    return 'told';
  });
  if (outcome === 'unknown') say(`There is no complaint ${name}. Nothing was changed.`);
  else if (outcome === 'told before') say(`Complaint ${name} has this answer already; no mail is sent.`);
  else
    say(
      isMailed
        ? `Complaint ${name} is answered; the mail is on its way.`
        : `Complaint ${name} is closed without a mail.`,
    );
  return outcome !== 'unknown';
}

/** `npm run ceiba -- complaint …`: the book of complaints for the shop's people (DEC-217). False when it refused. */
export async function runComplaintCommand(command: ComplaintCommand): Promise<boolean> {
  const [verb, first = '', text = '', ...more] = command.args;
  if (verb === 'list' && text === '' && (first === '' || first === 'all')) return list(command, first === '');
  const number = readComplaintNumber(first);
  if ((verb === 'answer' || verb === 'close') && number !== null && text.trim() !== '' && more.length === 0)
    return answer(command, { number, text: text.trim(), isMailed: verb === 'answer' });
  command.say(complaintUsage);
  return false;
}
