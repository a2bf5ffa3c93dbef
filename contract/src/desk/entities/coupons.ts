import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

/** Letters of any alphabet, digits, "-" and "_", so that a shopper can type the printed code. */
export const couponCodeForm: TextForm = {
  pattern: /^[\p{L}\p{N}_-]{3,40}$/u,
  words: 'un código de 3 a 40 letras, números, «-» o «_»',
};

/** Coupons (DEC-78). The discount of a coupon never changes. Its end and its limits may. */
export const coupons = declareEntity({
  name: 'coupons',
  slice: 'coupons',
  calls: ['Coupon', 'Coupons'],
  words: {
    one: 'cupón',
    many: 'cupones',
    isFeminine: false,
    note: 'Lo que promete un cupón no cambia: para cambiarlo, termínalo y crea otro.',
  },
  permissions: { read: 'promotions.edit', edit: 'promotions.edit' },
  key: 'code',
  title: 'code',
  fields: {
    code: {
      kind: 'text',
      label: 'Código',
      max: 40,
      form: couponCodeForm,
      isUpper: true,
      editable: 'once',
      file: 'codigo',
      example: 'AHORRA10',
    },
    label: {
      kind: 'text',
      label: 'Etiqueta',
      max: 60,
      hint: 'Lo que se lee junto al descuento.',
      file: 'etiqueta',
      example: '10 % en tu compra',
    },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programado', ended: 'Terminado' },
      editable: 'never',
    },
    percent: {
      kind: 'percent',
      label: 'Porcentaje',
      isOptional: true,
      editable: 'once',
      file: 'porcentaje',
      example: '10',
    },
    amount: { kind: 'money', label: 'Monto', min: 0.01, isOptional: true, editable: 'once', file: 'monto' },
    cap: { kind: 'money', label: 'Tope', min: 0.01, isOptional: true, editable: 'once', file: 'tope' },
    minimum: { kind: 'money', label: 'Compra mínima', default: 0, editable: 'once', file: 'minimo' },
    startsAt: {
      kind: 'moment',
      label: 'Desde',
      isOptional: true,
      editable: 'once',
      file: 'desde',
      example: '2040-11-21 08:00',
    },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true, isOptional: true, file: 'hasta' },
    totalLimit: { kind: 'whole', label: 'Usos en total', min: 1, max: 1e9, isOptional: true, file: 'limite' },
    customerLimit: {
      kind: 'whole',
      label: 'Usos por cliente',
      min: 1,
      max: 1e9,
      isOptional: true,
      file: 'limite_por_cliente',
    },
    uses: { kind: 'whole', label: 'Usos', min: 0, max: 1e9, editable: 'never' },
    series: { kind: 'text', label: 'Serie', max: 20, isOptional: true, editable: 'never' },
  },
  list: {
    columns: ['code', 'label', 'state', 'endsAt', 'uses'],
    filters: ['state', 'series', 'endsAt'],
    sorts: ['code', '-endsAt'],
    search: 'Código o etiqueta',
  },
});
