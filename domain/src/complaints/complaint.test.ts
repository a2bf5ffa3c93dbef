import { expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { complaintAnswerBy, complaintMessages, complaintTextMessage, readComplaintNumber } from './complaint.ts';

test.each([
  [9, complaintMessages.tooShort],
  [10, null],
  [2_000, null],
  [2_001, complaintMessages.tooLong],
])('a complaint text of %i characters', (length, message) => {
  expect(complaintTextMessage('x'.repeat(length))).toBe(message);
});

test('spaces around a text do not count', () => {
  expect(complaintTextMessage(`  ${'x'.repeat(9)}  `)).toBe(complaintMessages.tooShort);
});

test('eight business days skip Sundays, holidays and the operator’s days', () => {
  // In Guatemala it is still Monday, 7 December.
  const filedAt = new Date('2026-12-08T05:30:00Z');
  expect(complaintAnswerBy(filedAt, defaultShopPolicy)).toBe('2026-12-16');
  expect(complaintAnswerBy(filedAt, { extraHolidays: [civilDate('2026-12-12')] })).toBe('2026-12-17');
});

test.each([
  ['Q-1', 1],
  ['Q-999999999', 999_999_999],
  ['Q-0', null],
  ['Q-01', null],
  ['q-1', null],
  ['1', null],
])('the text %s is parsed as the number %s', (text, number) => {
  expect(readComplaintNumber(text)).toBe(number);
});
