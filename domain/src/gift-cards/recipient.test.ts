import { describe, expect, test } from 'vitest';
import { notPlainMessage } from '../customers/plain-text.ts';
import { civilDate } from '../dates/civil-date.ts';
import { checkRecipient, type RecipientField, type RecipientForm } from './recipient.ts';

const today = civilDate('2026-11-21');

const form: RecipientForm = {
  recipientEmail: ' Ana@Correo.com ',
  recipientName: ' Ana Paz ',
  message: ' ¡Felicidades! ',
  deliveryDate: '2026-12-24',
};

describe('recipient', () => {
  test('[GIFT-02] [DIF-36] the form becomes the fields of the call', () => {
    const value = {
      giftcardEmail: 'ana@correo.com',
      giftcardName: 'Ana Paz',
      giftcardMessage: '¡Felicidades!',
      giftcardDeliveryDate: '2026-12-24',
    };
    expect(checkRecipient(form, today)).toEqual({ ok: true, value });
  });

  test.each<[string, Partial<RecipientForm>]>([
    ['today', { deliveryDate: '2026-11-21' }],
    ['in one year', { deliveryDate: '2027-11-21' }],
    ['no message', { message: '' }],
    ['250 characters', { message: '🎁'.repeat(250) }],
  ])('[DEC-83] accepts %s', (_, different) => {
    expect(checkRecipient({ ...form, ...different }, today).ok).toBe(true);
  });

  test.each<[string, Partial<RecipientForm>, RecipientField[]]>([
    ['yesterday', { deliveryDate: '2026-11-20' }, ['deliveryDate']],
    ['in one year and a day', { deliveryDate: '2027-11-22' }, ['deliveryDate']],
    ['no day', { deliveryDate: '2026-11-31' }, ['deliveryDate']],
    ['no e-mail', { recipientEmail: 'ana' }, ['recipientEmail']],
    ['no name', { recipientName: ' ' }, ['recipientName']],
    ['251 characters', { message: 'a'.repeat(251) }, ['message']],
    [
      'everything',
      { recipientEmail: '', recipientName: '', message: 'a'.repeat(251), deliveryDate: '' },
      ['recipientEmail', 'recipientName', 'message', 'deliveryDate'],
    ],
  ])('[DEC-83] refuses %s', (_, different, fields) => {
    const checked = checkRecipient({ ...form, ...different }, today);
    expect(checked.ok ? [] : Object.keys(checked.error.messages)).toEqual(fields);
  });

  test('a link in the name or in the message is refused at its field', () => {
    const checked = checkRecipient(
      { ...form, recipientName: 'evil.test', message: '¡Felicidades!\nwww.evil.test' },
      today,
    );
    const messages = { recipientName: notPlainMessage, message: notPlainMessage };
    expect(checked).toEqual({ ok: false, error: { code: 'invalid_recipient', messages } });
  });
});
