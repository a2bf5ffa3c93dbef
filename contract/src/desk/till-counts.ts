import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { reason, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { closingList } from './lists/till-closings.ts';
import { differenceList } from './lists/till-differences.ts';
import { counted, till, using, verb } from './tills.ts';

const closingRow = z.object({
  id: z.uuid(),
  tillId: z.uuid(),
  tillName: z.string(),
  storeName: z.string(),
  closedAt: dateTime,
  closedBy: z.string(),
  openedAt: dateTime,
  openedBy: z.string(),
  float: amount,
  expected: amount,
  counted: amount,
  difference: amount,
  expectedCards: amount,
  countedCards: amount,
  cardsDifference: amount,
  counts: z.int(),
  reason: z.string(),
});
export const listTillClosings = listEndpoint('listTillClosings', closingList, closingRow);
export const exportTillClosings = exportEndpoint('exportTillClosings', closingList);

/** `small`: a difference that needs no reason. */
const differenceRow = z.object({
  /** `{session}.{kind}`. */
  id: z.string(),
  tillId: z.uuid(),
  tillName: z.string(),
  storeName: z.string(),
  kind: z.enum(['opening', 'cash', 'cards']),
  at: dateTime,
  by: z.string(),
  /** Null while the till is open, because the float is shown only after the count. */
  expected: amount.nullable(),
  counted: amount.nullable(),
  difference: amount,
  /** The difference of the first count. */
  first: amount,
  counts: z.int(),
  state: z.enum(['open', 'explained', 'small']),
  reason: z.string(),
});
export const listTillDifferences = listEndpoint('listTillDifferences', differenceList, differenceRow);
export const exportTillDifferences = exportEndpoint('exportTillDifferences', differenceList);

const tillParams = z.strictObject({ id: z.uuid() });

export const recountTill = endpoint({
  ...using,
  name: 'recountTill',
  params: tillParams,
  path: verb('recount'),
  summary:
    'Counts the last closing, or the float of the open session, again. The count is a separate row with person and reason (CASH-05)',
  idempotent: true,
  /** `cards`: only for a closing. The float is counted again by a person who did not open the till. */
  body: z.strictObject({ version, kind: z.enum(['opening', 'closing']), counted, cards: counted.optional(), reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TILL_CLOSED', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_REQUIRED'],
});

export const explainTill = endpoint({
  ...using,
  name: 'explainTill',
  params: tillParams,
  path: verb('explain'),
  summary: 'Explains why the last closing differs, if it was not explained yet',
  body: z.strictObject({ version, reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

export const correctTillMovement = endpoint({
  ...using,
  name: 'correctTillMovement',
  path: '/v1/admin/tills/{id}/movements/{movement}/correct',
  summary:
    'Corrects the amount of a withdrawal, a bag or brought change. Another person does so, by a movement with a reason (CASH-04)',
  params: z.strictObject({ id: z.uuid(), movement: z.string().regex(/^\d{1,15}$/) }),
  idempotent: true,
  /** `amount`: the real amount. Zero if no money moved. */
  body: z.strictObject({ amount: counted, reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'APPROVAL_REQUIRED', 'TRANSITION_NOT_ALLOWED'],
});

export const undoTillMovement = endpoint({
  ...using,
  name: 'undoTillMovement',
  path: '/v1/admin/tills/{id}/movements/{movement}/undo',
  summary:
    'Reverts a withdrawal, a bag or brought change by a movement with a reason (CASH-04). While the till is open, the person who typed it may also do so',
  params: z.strictObject({ id: z.uuid(), movement: z.string().regex(/^\d{1,15}$/) }),
  idempotent: true,
  body: z.strictObject({ reason }),
  answers: { 200: till },
  errors: ['NOT_FOUND', 'TILL_CLOSED', 'TRANSITION_NOT_ALLOWED'],
});

export const explainTillDifference = endpoint({
  ...using,
  name: 'explainTillDifference',
  permission: 'cash.close',
  path: '/v1/admin/till-differences/{id}/explain',
  summary: 'Explains why a till differs, by the person who looked into it',
  params: z.strictObject({ id: z.string().regex(/^[\da-f-]{36}\.(?:opening|cash|cards)$/) }),
  body: z.strictObject({ reason }),
  answers: { 200: enveloped(z.object({ id: z.string(), reason: z.string() })) },
  errors: ['NOT_FOUND'],
});
