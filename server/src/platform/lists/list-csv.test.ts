import type { ListDeclaration } from '@ceiba/contract/desk/list';
import { auditList } from '@ceiba/contract/desk/lists/audit';
import { doorCashList } from '@ceiba/contract/desk/lists/door-cash';
import { priceCheckList } from '@ceiba/contract/desk/lists/price-checks';
import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { staffList } from '@ceiba/contract/desk/lists/staff';
import { expect, test } from 'vitest';
import { csvLines, exportColumns } from './list-csv.ts';

const cellOf = async (list: ListDeclaration, column: string, value: unknown): Promise<string | undefined> => {
  async function* portions() {
    yield [{ [column]: value }];
  }
  let csv = '';
  for await (const line of csvLines(list, [column], portions())) csv += line;
  return csv.split('\n')[1];
};

const lists: [ListDeclaration, string, string, string][] = [
  [refundList, 'reason', 'operator', 'La canceló la tienda'],
  [refundList, 'reason', 'not_paid', 'Nadie la pagó a tiempo'],
  [refundList, 'reason', 'Llegó quebrado', 'Llegó quebrado'],
  [refundList, 'reason', '=HYPERLINK()', "'=HYPERLINK()"],
  [doorCashList, 'reason', 'not_confirmed', 'Nadie la confirmó a tiempo'],
  [auditList, 'operation', 'createRefund', 'Reembolsó'],
  [auditList, 'operation', 'order cancel', 'order cancel'],
  [auditList, 'entity', 'gift-cards', 'Tarjeta de regalo'],
  [staffList, 'role', 'support', 'Soporte'],
  [staffList, 'role', 'Turno de noche', 'Turno de noche'],
];

test.each(lists)(
  '[OFF-20] in the CSV of $name, the value of %s %j is written as %s',
  async (list, column, stored, words) => {
    expect(await cellOf(list, column, stored)).toBe(words);
  },
);

test('[OFF-20] a missing reason is an empty cell', async () => {
  expect(await cellOf(refundList, 'reason', null)).toBe('');
});

test.each([undefined, ['title', 'price']])(
  '[PRICE-06] the CSV for DIACO has every column, even if the table shows only %j',
  (asked) => {
    const names = { id: '', sessionId: '', name: '', email: '', role: 'catalogue' };
    const now = new Date();
    const staff = { ...names, permissions: new Set<never>(), stores: null, sessionExpiresAt: now, confirmedAt: now };
    expect(exportColumns(priceCheckList, asked, staff)).toEqual({
      ok: true,
      value: Object.keys(priceCheckList.columns),
    });
    const unknown = exportColumns(priceCheckList, ['cost'], staff);
    expect(unknown.ok).toBe(false);
  },
);
