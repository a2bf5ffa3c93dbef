import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

/** The most codes of one series (PROD-13). */
const maxSeriesCodes = 10_000;

/** A code is the prefix, a hyphen and eight characters. */
const prefixForm: TextForm = { pattern: /^[\p{L}\p{N}]{3,20}$/u, words: 'de 3 a 20 letras o números' };

/** Series of single-use coupons with the same discount (PROD-13). Its codes are rows of `coupons`. */
export const couponSeries = declareEntity({
  name: 'coupon-series',
  slice: 'coupons',
  calls: ['CouponSeries', 'CouponSeriesList'],
  words: {
    one: 'serie de cupones',
    many: 'series de cupones',
    isFeminine: true,
    note: 'Cada código sirve una vez. Lo que promete una serie no cambia: para cambiarla, termínala y crea otra.',
  },
  permissions: { read: 'promotions.edit', edit: 'promotions.edit' },
  key: 'prefix',
  title: 'prefix',
  fields: {
    prefix: {
      kind: 'text',
      label: 'Prefijo',
      max: 20,
      form: prefixForm,
      isUpper: true,
      editable: 'once',
      hint: 'Con NAVIDAD los códigos serán como NAVIDAD-7KQ2M9XB.',
    },
    label: {
      kind: 'text',
      label: 'Etiqueta',
      max: 60,
      editable: 'once',
      hint: 'Lo que se lee junto al descuento.',
    },
    note: { kind: 'text', label: 'Nota', max: 200, isOptional: true, hint: 'Para el equipo: a quién se le da.' },
    codes: { kind: 'whole', label: 'Códigos', min: 1, max: maxSeriesCodes, editable: 'once' },
    used: { kind: 'whole', label: 'Usados', min: 0, max: maxSeriesCodes, editable: 'never' },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programada', ended: 'Terminada' },
      editable: 'never',
    },
    percent: { kind: 'percent', label: 'Porcentaje', isOptional: true, editable: 'once' },
    amount: { kind: 'money', label: 'Monto', min: 0.01, isOptional: true, editable: 'once' },
    cap: { kind: 'money', label: 'Tope', min: 0.01, isOptional: true, editable: 'once' },
    minimum: { kind: 'money', label: 'Compra mínima', default: 0, editable: 'once' },
    startsAt: { kind: 'moment', label: 'Desde', isOptional: true, editable: 'once' },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true, isOptional: true, editable: 'once' },
  },
  list: {
    columns: ['prefix', 'label', 'state', 'codes', 'used', 'endsAt'],
    filters: ['state', 'endsAt'],
    sorts: ['prefix', '-endsAt'],
    search: 'Prefijo o etiqueta',
  },
});
