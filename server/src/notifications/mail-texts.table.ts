import { mailTexts } from '@ceiba/contract/desk/entities/mail-texts';
import { isMailKind, mailTextFaults } from '@ceiba/domain/policies/mail-texts';
import { ok, refuse } from '@ceiba/domain/result';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of the shop's own mail texts. The hook names the wrong field of a text, which SQL could not do as exactly. */
export const mailTextTable = tableOf(mailTexts, {
  table: 'mail_texts',
  key: { column: 'id', type: 'integer' },
  columns: { mail: 'mail', subject: 'subject', opening: 'opening' },
  constraints: [{ field: 'mail', constraint: 'mail_texts_mail_key', text: 'Ese correo ya tiene un texto propio.' }],
  search: `t.subject || ' ' || t.opening`,
  before: async (_, { values, before }) => {
    const { mail, subject, opening } = { ...before, ...values };
    const kind = String(mail);
    const faults = isMailKind(kind)
      ? mailTextFaults(kind, { subject: String(subject), opening: String(opening) })
      : { mail: 'Elige un correo.' };
    if (Object.keys(faults).length === 0) return ok(values);
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: faults } });
  },
});
