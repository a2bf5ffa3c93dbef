import { checkNit, normalizeNit } from '@ceiba/domain/billing/nit';
import { emailMaxLength } from '@ceiba/domain/customers/email';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

const nitForm: TextForm = {
  pattern: /^[\dKk -]+$/,
  words: 'un NIT válido, como «576937-K»',
  refuses: (text) => !checkNit(normalizeNit(text)).ok,
};

/** Companies that the shop buys from (BUY-01). A supplier is never deleted: it retires. */
export const suppliers = declareEntity({
  name: 'suppliers',
  slice: 'suppliers',
  calls: ['Supplier', 'Suppliers'],
  words: { one: 'proveedor', many: 'proveedores', isFeminine: false },
  permissions: { read: 'purchases.read', edit: 'purchases.edit' },
  isForAll: true,
  key: 'id',
  title: 'name',
  fields: {
    name: { kind: 'text', label: 'Nombre', max: 80, isPlain: true },
    nit: {
      kind: 'text',
      label: 'NIT',
      max: 20,
      form: nitForm,
      isOptional: true,
    },
    contact: { kind: 'text', label: 'Contacto', max: nameMaxLength, isOptional: true },
    email: {
      kind: 'text',
      label: 'Correo electrónico',
      max: emailMaxLength,
      isEmail: true,
      isOptional: true,
      hint: 'Ahí le llegan las órdenes de compra.',
    },
    phone: { kind: 'text', label: 'Teléfono', max: 20, isPhone: true, isOptional: true },
    leadDays: {
      kind: 'whole',
      label: 'Días para entregar',
      min: 0,
      max: 365,
      default: 7,
      hint: 'Desde que se le pide hasta que llega. «Por reponer» cuenta con ellos.',
    },
    terms: { kind: 'text', label: 'Condiciones', max: 200, isOptional: true, hint: 'Como «Crédito a un mes».' },
    notes: { kind: 'text', label: 'Notas', max: 1_000, isLong: true, isOptional: true },
    isActive: { kind: 'flag', label: 'Estado', words: ['Activo', 'Retirado'], default: true },
  },
  list: {
    columns: ['name', 'contact', 'email', 'leadDays', 'isActive'],
    filters: ['isActive'],
    sorts: ['name', 'leadDays'],
    search: 'Nombre, NIT, contacto o correo',
  },
});
