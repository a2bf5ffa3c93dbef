import { randomUUIDv7 } from 'node:crypto';
import { complaintAnswerBy, complaintNumberText, readComplaintNumber } from '@ceiba/domain/complaints/complaint';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { writeMail } from '../notifications/write-mail.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { optional, typed, typedChoice } from '../platform/operations/typed-words.ts';
import { complaintAnsweredMail } from './complaint-mails.ts';
import { type BookedComplaint, findComplaint, insertAnswer, listComplaints } from './complaints.store.ts';

const batchSize = 100;

/** Shows typed text on one line of a terminal. No character can move the cursor or start a new line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]+/gu, ' ');

function entryOf(complaint: BookedComplaint, policy: ShopPolicy, now: Date): string {
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

async function list({ db, policy: readPolicy, now, answer }: DatabaseCall, isOpenOnly: boolean): Promise<boolean> {
  const policy = await readPolicy();
  const found: BookedComplaint[] = [];
  for (let after = 0; ; ) {
    const next = await listComplaints(db.write, { after, most: batchSize, isOpenOnly });
    found.push(...next);
    if (next.length < batchSize) break;
    after = next.at(-1)?.number ?? after;
  }
  const none = isOpenOnly ? 'No complaint waits for an answer.' : 'The book is empty.';
  answer(
    found.map((complaint) => ({ ...complaint, answerBy: complaintAnswerBy(complaint.filedAt, policy) })),
    found.length === 0 ? [none] : found.map((complaint) => entryOf(complaint, policy, now)),
  );
  return true;
}

/** Stores the answer, with or without its mail, in one transaction. Repeating the same answer changes nothing. */
async function answer(
  { db, readConfig, policy: readPolicy, now, end }: DatabaseCall,
  { number, text, isMailed }: { number: number; text: string; isMailed: boolean },
): Promise<boolean> {
  const name = complaintNumberText(number);
  const [{ publicUrl }, policy] = [readConfig(), await readPolicy()];
  const outcome = await db.transaction(async (tx) => {
    const complaint = await findComplaint(tx, number);
    if (complaint === undefined) return 'unknown';
    const id = randomUUIDv7();
    if (!(await insertAnswer(tx, { id, complaint: number, text }, now))) return 'answered before';
    const mail = complaintAnsweredMail(complaint, text, { publicUrl, policy });
    if (isMailed) await writeMail(tx, `complaint-answered:${id}`, mail, now);
    return 'answered';
  });
  if (outcome === 'unknown') return end(false, `There is no complaint ${name}. Nothing was changed.`);
  if (outcome === 'answered before') return end(true, `Complaint ${name} has this answer already; no mail is sent.`);
  const ending = isMailed ? 'is answered; the mail is on its way.' : 'is closed without a mail.';
  return end(true, `Complaint ${name} ${ending}`);
}

const answering = {
  number: typed('<number>', 'a number of the book as Q-12', (text) => readComplaintNumber(text) ?? undefined),
  text: typed('<text>', 'what the answer is', (text) => text.trim() || undefined),
};

/** The book of complaints for staff (DEC-217). */
export const complaintCommands: readonly Command[] = [
  databaseCommand({
    usage: 'complaint list [which]',
    changes: null,
    summary:
      'lists unanswered complaints, oldest first, with their due dates; `all`: every complaint, with the answers',
    canJson: true,
    takes: { which: optional(typedChoice(['all'])) },
    run: (call, { which }) => list(call, which === undefined),
  }),
  databaseCommand({
    usage: 'complaint answer <number> <text>',
    changes: { entity: 'complaints', hides: ['text'] },
    summary: 'answers a complaint by mail',
    canDryRun: true,
    takes: answering,
    run: (call, typed) => answer(call, { ...typed, isMailed: true }),
  }),
  databaseCommand({
    usage: 'complaint close <number> <text>',
    changes: { entity: 'complaints', hides: ['text'] },
    summary: 'closes a complaint without a mail, with a note: settled by telephone or in a store, or not a complaint',
    canDryRun: true,
    takes: answering,
    run: (call, typed) => answer(call, { ...typed, isMailed: false }),
  }),
];
