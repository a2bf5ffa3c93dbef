import { ok, type Result, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { findMemberAccount, memberDocument } from './members.ts';
import {
  findCredit,
  findTakeback,
  insertCredit,
  insertTakeback,
  type PointsCredit,
  type PointsTakeback,
} from './points.store.ts';

const points = z.int().min(1).max(100_000_000);

export const creditRequest = z.strictObject({ key: z.uuid(), document: memberDocument, points });
export type CreditRequest = z.infer<typeof creditRequest>;

export const takebackRequest = z.strictObject({ key: z.uuid(), points });

/** Credits a member of Puntos MAX with the points of a purchase, once per key (LOYAL-02). */
export function creditPoints(
  bank: Bank,
  { key, document, points: earned }: CreditRequest,
): Result<PointsCredit, { code: 'KEY_REUSED' | 'MEMBER_NOT_FOUND' }> {
  const account = findMemberAccount(bank, document);
  return bank.database.transact((tx) => {
    const known = findCredit(tx, key);
    if (known !== undefined) {
      const isSame = known.account_id === account?.id && known.points === earned;
      return isSame ? ok(known) : refuse({ code: 'KEY_REUSED' });
    }
    if (account === undefined) return refuse({ code: 'MEMBER_NOT_FOUND' });
    insertCredit(tx, { key, accountId: account.id, points: earned, createdAt: bank.now().toISOString() });
    return ok({ key, account_id: account.id, points: earned });
  });
}

/** Takes back a part of a credit, once per key, at most what is left of the credit. The balance may become negative. */
export function takeBackPoints(
  bank: Bank,
  creditKey: string,
  part: z.infer<typeof takebackRequest>,
): Result<PointsTakeback, { code: 'KEY_REUSED' | 'POINTS_CREDIT_NOT_FOUND' | 'POINTS_CREDIT_SPENT' }> {
  return bank.database.transact((tx) => {
    const known = findTakeback(tx, part.key);
    if (known !== undefined) {
      const isSame = known.credit_key === creditKey && known.points === part.points;
      return isSame ? ok(known) : refuse({ code: 'KEY_REUSED' });
    }
    if (findCredit(tx, creditKey) === undefined) return refuse({ code: 'POINTS_CREDIT_NOT_FOUND' });
    const isTaken = insertTakeback(tx, { ...part, creditKey, createdAt: bank.now().toISOString() });
    return isTaken ? ok({ ...part, credit_key: creditKey }) : refuse({ code: 'POINTS_CREDIT_SPENT' });
  });
}
