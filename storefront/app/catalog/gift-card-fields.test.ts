import { describe, expect, it } from 'vitest';
import { readRecipient } from './gift-card-fields.tsx';

describe('[GIFT-01] the recipient of a gift card', () => {
  const now = new Date('2026-11-21T12:00:00-06:00');
  const form = (over: Record<string, string> = {}) => {
    const data = new FormData();
    const fields = { recipientEmail: 'ana@correo.com', recipientName: 'Ana', message: '', deliveryDate: '2026-11-21' };
    for (const [name, value] of Object.entries({ ...fields, ...over })) data.set(name, value);
    return data;
  };

  it('[GIFT-02] returns the fields of the call', () => {
    expect(readRecipient(form(), now)).toEqual({
      ok: true,
      value: {
        giftcardEmail: 'ana@correo.com',
        giftcardName: 'Ana',
        giftcardMessage: '',
        giftcardDeliveryDate: '2026-11-21',
      },
    });
  });

  it.each([
    ['recipientEmail', 'ana'],
    ['recipientName', ' '],
    ['message', 'x'.repeat(251)],
    ['deliveryDate', '2026-11-20'],
    ['deliveryDate', '2027-11-22'],
  ])('[DEC-83] reports the wrong field %s', (name, value) => {
    const answer = readRecipient(form({ [name]: value }), now);
    expect(answer.ok ? [] : Object.keys(answer.error.errors)).toEqual([name]);
  });
});
