import { expect, test } from 'vitest';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { chatAnswer } from './chat-hours.ts';

const open = { ...defaultShopPolicy, supportWhatsApp: '5555-1234' };
const weekdays = 'lun,mar,mie,jue,vie 09:00-13:00|lun,mar,mie,jue,vie 14:00-18:00';
/** 30 November 2026 is a Monday. Guatemala is six hours behind UTC. */
const at = (day: number, clock: string): Date => new Date(`2026-11-${day}T${clock}:00-06:00`);

test.each([
  ['[WA-05] while somebody answers', defaultShopPolicy.chatHours, at(30, '18:59'), 'Respondemos de 9:00 a 19:00'],
  ['a break parts the hours', weekdays, at(30, '10:00'), 'Respondemos de 9:00 a 13:00 y de 14:00 a 18:00'],
  [
    '[WA-05] before the first hour',
    defaultShopPolicy.chatHours,
    at(30, '08:59'),
    'Ahora está cerrado. Te respondemos el lunes 30 de noviembre desde las 9:00.',
  ],
  [
    '[WA-05] after the last hour',
    defaultShopPolicy.chatHours,
    at(30, '19:00'),
    'Ahora está cerrado. Te respondemos el martes 1 de diciembre desde las 9:00.',
  ],
  [
    'in the break',
    weekdays,
    at(30, '13:00'),
    'Ahora está cerrado. Te respondemos el lunes 30 de noviembre desde las 14:00.',
  ],
  [
    'on a closed day',
    weekdays,
    at(28, '10:00'),
    'Ahora está cerrado. Te respondemos el lunes 30 de noviembre desde las 9:00.',
  ],
])('%s: the text for %s', (_, chatHours, now, text) => {
  expect(chatAnswer(now, { ...open, chatHours })?.text).toBe(text);
});

test('[WA-05] on holidays the chat is closed, and without number or hours no answer is promised', () => {
  const christmasEve = new Date('2026-12-24T10:00:00-06:00');
  expect(chatAnswer(christmasEve, open)?.text).toBe(
    'Ahora está cerrado. Te respondemos el sábado 26 de diciembre desde las 9:00.',
  );
  expect(chatAnswer(christmasEve, { ...open, chatHours: '' })).toBeNull();
  expect(chatAnswer(christmasEve, { ...open, supportWhatsApp: null })).toBeNull();
});

test('[WA-05] the text is valid until the next opening or closing', () => {
  expect(chatAnswer(at(30, '10:00'), open)?.changesAt).toEqual(at(30, '19:00'));
  expect(chatAnswer(at(30, '08:00'), open)?.changesAt).toEqual(at(30, '09:00'));
});
