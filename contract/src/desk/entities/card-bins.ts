import { cardNames } from '@ceiba/domain/payments/card-number';
import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

const binForm: TextForm = { pattern: /^\d{6}$/, words: 'los primeros seis números de la tarjeta' };

const plan = '(?:[2-9]|[1-9]\\d|1[01]\\d|120)';

const plansForm: TextForm = {
  pattern: new RegExp(`^${plan}(?: *, *${plan})*$`),
  words: 'números de cuotas de 2 a 120 separados por comas, como «6, 12, 24»',
};

/** Cards of local banks by their first six digits, with the plans and the promotion of their bank (DEC-105, DEC-79). */
export const cardBins = declareEntity({
  name: 'card-bins',
  slice: 'payments',
  calls: ['CardBin', 'CardBins'],
  words: {
    one: 'tarjeta con cuotas',
    many: 'tarjetas con cuotas',
    isFeminine: true,
    note: 'Vale para todos los carritos desde que guardas. Las órdenes pagadas en cuotas las conservan.',
  },
  permissions: { read: 'settings.edit', edit: 'settings.edit' },
  canRemove: true,
  key: 'bin',
  title: 'bin',
  fields: {
    bin: {
      kind: 'text',
      label: 'BIN',
      max: 6,
      form: binForm,
      hint: 'Los primeros seis números de la tarjeta.',
      editable: 'once',
      file: 'bin',
      example: '450799',
    },
    brand: { kind: 'choice', label: 'Marca', values: cardNames, editable: 'once', file: 'marca', example: 'visa' },
    bank: {
      kind: 'text',
      label: 'Banco',
      max: 100,
      mayBeBlank: true,
      default: '',
      hint: 'Como lo leen la ayuda y el pago. Vacío: sin nombre de banco.',
      file: 'banco',
      example: 'Banco Industrial',
    },
    plans: {
      kind: 'text',
      label: 'Cuotas',
      max: 200,
      form: plansForm,
      mayBeBlank: true,
      default: '',
      hint: 'Separadas por comas: «6, 12, 24». Vacío: solo paga de contado.',
      file: 'cuotas',
      example: '6, 12, 24',
    },
    hasPromotion: {
      kind: 'flag',
      label: 'Descuento del banco',
      words: ['Con descuento', 'Sin descuento'],
      default: false,
      file: 'descuento',
    },
    promotionFrom: {
      kind: 'moment',
      label: 'Descuento desde',
      isOptional: true,
      hint: 'Hora de Guatemala. Vacío: desde ya.',
      file: 'descuento_desde',
    },
    promotionUntil: {
      kind: 'moment',
      label: 'Descuento hasta',
      isEnd: true,
      isOptional: true,
      hint: 'Vacío: no termina solo. La tienda dice la fecha.',
      file: 'descuento_hasta',
    },
  },
  list: {
    columns: ['bin', 'bank', 'brand', 'plans', 'hasPromotion', 'promotionFrom', 'promotionUntil'],
    filters: ['brand', 'bank', 'hasPromotion'],
    sorts: ['bin', 'bank'],
    search: 'BIN o banco',
  },
});
