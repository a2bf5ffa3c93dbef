import { mailTexts as kinds, mailKinds, namedFields } from '@ceiba/domain/policies/mail-texts';
import { declareEntity } from '../entity.ts';

const labels = Object.fromEntries(Object.entries(kinds).map(([kind, { label }]) => [kind, label]));

const fieldsOf = mailKinds.map((kind) => `${kinds[kind].label}: ${namedFields(kind)}`).join('; ');

/** The shop's own texts of mails (PROD-30). A mail without a row has the standard texts. */
export const mailTexts = declareEntity({
  name: 'mail-texts',
  slice: 'notifications',
  calls: ['MailText', 'MailTexts'],
  words: {
    one: 'texto de correo',
    many: 'textos de correos',
    isFeminine: false,
    note: `Un correo sin texto propio lleva el estándar; eliminarlo vuelve a él. Campos de cada correo: ${fieldsOf}.`,
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'subject',
  fields: {
    mail: { kind: 'choice', label: 'Correo', values: labels, editable: 'once' },
    subject: { kind: 'text', label: 'Asunto', max: 120, hint: 'Los campos van entre llaves: {numero}.' },
    opening: { kind: 'text', label: 'Primer párrafo', max: 600, isLong: true },
  },
  list: {
    columns: ['subject', 'mail', 'opening'],
    filters: ['mail'],
    sorts: ['subject', 'mail'],
    search: 'Asunto o párrafo',
  },
});
