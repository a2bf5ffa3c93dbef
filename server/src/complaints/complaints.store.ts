import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

export interface ComplaintText {
  name: string;
  email: string;
  /** Eight digits. */
  phone: string;
  orderNumber: string | null;
  text: string;
}

export interface Complaint extends ComplaintText {
  number: number;
  filedAt: Date;
}

const columns = `number, name, email, phone, order_number::text as "orderNumber", text, filed_at as "filedAt"`;

const insertRow = statement(
  'complaints.insert',
  `insert into complaints (name, email, phone, order_number, text, request_key, filed_at)
   values ($1, $2, $3, $4::bigint, $5, $6, $7) on conflict (request_key) do nothing returning ${columns}`,
);

/** Inserts a complaint. Undefined if a complaint with this key exists already. */
export const insertComplaint = async (
  tx: Tx,
  { name, email, phone, orderNumber, text }: ComplaintText,
  requestKey: string | null,
  now: Date,
): Promise<Complaint | undefined> => (await insertRow(tx, [name, email, phone, orderNumber, text, requestKey, now]))[0];

const selectByKey = statement('complaints.by-request-key', `select ${columns} from complaints where request_key = $1`);

/** Finds the complaint that was filed with this key before. */
export const findComplaintByKey = async (tx: Tx, requestKey: string): Promise<Complaint | undefined> =>
  (await selectByKey(tx, [requestKey]))[0];

const selectOne = statement('complaints.by-number', `select ${columns} from complaints where number = $1`);

export const findComplaint = async (tx: Tx, number: number): Promise<Complaint | undefined> =>
  (await selectOne(tx, [number]))[0];

/** A complaint as staff see it. */
export interface BookedComplaint extends Complaint {
  /** The time of the shop's first answer. Null if there is no answer yet. */
  answeredAt: Date | null;
  answers: string[];
}

const selectBook = statement(
  'complaints.book',
  `select c.*, a.answered_at as "answeredAt", a.answers from (
     select ${columns} from complaints where number > $1
       and not ($3 and exists (select from complaint_answers o where o.complaint = number))
     order by number limit $2) c
   cross join lateral (
     select min(answered_at) as answered_at, coalesce(array_agg(o.text order by answered_at, md5(o.text)), '{}') as answers
     from complaint_answers o where o.complaint = c.number) a
   order by c.number`,
);

/** Lists up to `most` complaints after that number, the oldest first. `isOpenOnly`: only complaints without an answer. */
export const listComplaints = (
  tx: Tx,
  { after, most, isOpenOnly }: { after: number; most: number; isOpenOnly: boolean },
): Promise<BookedComplaint[]> => selectBook(tx, [after, most, isOpenOnly]);

const insertAnswerRow = statement(
  'complaints.insert-answer',
  `insert into complaint_answers (id, complaint, text, answered_at) values ($1, $2, $3, $4)
   on conflict (complaint, md5(text)) do nothing returning id`,
);

/** Inserts an answer. Returns false if the complaint already has an answer with the same text. */
export const insertAnswer = async (
  tx: Tx,
  answer: { id: string; complaint: number; text: string },
  now: Date,
): Promise<boolean> => (await insertAnswerRow(tx, [answer.id, answer.complaint, answer.text, now])).length > 0;

const deleteOld = statement(
  'complaints.delete-old',
  `delete from complaints where number = any (array(
     select complaint from complaint_answers group by complaint having max(answered_at) < $1
     order by max(answered_at), complaint limit $2))
   returning 1`,
);

/** Deletes complaints whose last answer is older than the given time, up to `most` per call. Returns their number. */
export const deleteOldComplaints = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
