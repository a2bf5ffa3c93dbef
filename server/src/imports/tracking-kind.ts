import { moveFields } from '@ceiba/contract/desk/shipment-fields';
import { fault } from '@ceiba/domain/imports/read-cell';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { ok } from '@ceiba/domain/result';
import { auditedKind } from './audited-kind.ts';
import {
  type Column,
  formColumn,
  given,
  type Kind,
  objectOf,
  rowsToWrite,
  textColumn,
  valuesOf,
  wholeColumn,
} from './import-kind.ts';

/** SQL of the states in which the desk corrects a courier, too (WORK-11): packed, or on the way. */
const open = `s.state in ('packed', 'sent', 'at_store')`;

/** SQL of whether shipment `s` of order `o` has the number `text`, such as `100000001-2`. */
const isNamed = (text: string): string =>
  `o.number = split_part(${text}, '-', 1)::bigint and s.n = split_part(${text}, '-', 2)::integer`;
const shipments = 'shipments s join orders o on o.id = s.order_id';
const shipmentId = `o.number::text || '-' || s.n`;

const shipmentWords = 'el número de un envío, como «100000001-1», o el de una orden con un solo envío';

/** The key. An order's number means its only shipment. */
const shipmentColumn: Column = {
  ...formColumn('envio', shipmentId, /^$/, shipmentWords, {
    about: 'El número del envío, como sale en su etiqueta. Si la orden tiene uno solo, basta el de la orden.',
    example: '100000001-1',
    isRequired: true,
    refersTo: {
      what: 'El envío',
      exists: (text) => `(select from ${shipments} where ${isNamed(text)})`,
      values: `select ${shipmentId} as value from ${shipments} where ${open} order by s.promised_on, s.order_id, s.n`,
      isLong: true,
    },
  }),
  read: (typed) => {
    const text = typed.trim();
    const id = text.includes('-') ? text : `${text}-1`;
    return readShipmentId(id) === undefined ? fault('INVALID_VALUE', `«${typed}» no es ${shipmentWords}.`) : ok(id);
  },
};

const trackingColumns = [
  shipmentColumn,
  textColumn('guia', 's.tracking_number', moveFields.trackingNumber.max, {
    about: 'El número de guía de la mensajería.',
    example: 'GT-778812',
    isCode: true,
  }),
  textColumn('mensajeria', 's.courier', moveFields.courier.max, {
    about: 'La mensajería por la que sale.',
    example: 'Mensajería Veloz',
  }),
  wholeColumn('bultos', 's.parcels', moveFields.parcels.min, moveFields.parcels.max, {
    about: 'Cuántos bultos son.',
    example: '1',
  }),
  textColumn('motivo', 'null', moveFields.optionalReason.max, {
    about: 'Por qué se corrige. Solo hace falta si cambia lo que ya estaba anotado.',
    isChange: true,
    // The reason is no value of the shipment, so it never counts as a change.
    currentValueSql: given('motivo'),
  }),
];

const isReplaced = (name: string): string =>
  `m.was ->> '${name}' is not null and m.was ->> '${name}' is distinct from m.is ->> '${name}'`;

const rows: Kind = {
  name: 'tracking-numbers',
  one: 'tracking-number',
  key: ['envio'],
  columns: trackingColumns,
  tables: ['shipments'],
  isNew: `m.was ->> 'guia' is null and m.is ->> 'guia' is not null`,
  isRechecked: true,
  current: `select ${objectOf(trackingColumns.map((one) => ({ ...one, now: one.currentValueSql ?? one.now })))} as now
    from ${shipments} where ${isNamed('r.key[1]')}`,
  all: `select ${objectOf(trackingColumns.filter(({ isChange = false }) => !isChange))} as now
    from ${shipments} where ${open} order by s.promised_on, s.order_id, s.n`,
  // Orders first, as every move of a shipment locks them.
  lock: `select from orders o where o.number in (select split_part(r.key[1], '-', 1)::bigint from ${rowsToWrite()} r)
    order by o.id for update`,
  checks: [
    {
      column: 'envio',
      code: 'AMBIGUOUS',
      text: 'Esa orden sale en varios envíos: escribe el número de uno, con guion.',
      isBroken: `r.cells ->> 'envio' not like '%-%'
        and (select count(*) from ${shipments} where o.number = split_part(r.key[1], '-', 1)::bigint) > 1`,
    },
    {
      column: 'envio',
      code: 'TRANSITION_NOT_ALLOWED',
      text: 'Una guía se anota cuando el envío está empacado, y hasta que se entrega.',
      isBroken: `m.was is not null and m.was <> m.is and not exists (select from ${shipments} where ${isNamed('r.key[1]')} and ${open})`,
    },
    {
      column: 'motivo',
      code: 'REQUIRED',
      text: 'Ya tenía otros datos: escribe por qué se corrigen.',
      isBroken: `${given('motivo')} is null and (${isReplaced('guia')} or ${isReplaced('mensajeria')}
        or ${isReplaced('bultos')} and not exists (select from ${shipments} where ${isNamed('r.key[1]')} and s.state = 'packed'))`,
    },
  ],
  apply: async (tx, portion) => {
    await tx.run({
      text: `update shipments s set courier = coalesce(${given('mensajeria')}, s.courier),
          tracking_number = coalesce(${given('guia')}, s.tracking_number), parcels = coalesce(${given('bultos')}::integer, s.parcels),
          version = s.version + 1
        from orders o, ${rowsToWrite()} r where o.id = s.order_id and ${isNamed('r.key[1]')}`,
      values: valuesOf(portion),
    });
    return [];
  },
};

/**
 * Couriers' tracking numbers by shipment (WORK-11). A row leaves the audit row of a correction at the desk. No row
 * moves a shipment: a manifest or the shipment's page does.
 */
export const trackingKind: Kind = {
  ...auditedKind(rows, {
    entity: 'shipments',
    calls: ['changeShipment', 'changeShipment'],
    id: 'r.key[1]',
    fields: [
      { name: 'courier', heading: 'mensajeria' },
      { name: 'trackingNumber', heading: 'guia' },
      { name: 'parcels', heading: 'bultos' },
    ],
    reason: given('motivo'),
  }),
  calls: ['changeShipment'],
};
