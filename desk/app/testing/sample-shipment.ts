import type { DeskAnswer } from '../session/desk-client.ts';

export type Shipment = DeskAnswer<'getShipment'>['data'];

export const sampleLine = (changes: Partial<Shipment['lines'][number]> = {}): Shipment['lines'][number] => ({
  line: 1,
  sku: 'SPEAKER',
  codes: ['7401000000017'],
  title: 'Bocina',
  picture: '/media/bocina.avif',
  quantity: 2,
  picked: 2,
  missing: 0,
  isGoods: true,
  needsSerial: false,
  serials: [],
  comesFrom: [],
  ...changes,
});

/** A shipment on its way to its buyer. */
export const sampleShipment = (changes: Partial<Shipment> = {}): Shipment => ({
  id: '100000042-1',
  orderNumber: '100000042',
  sellerId: 1,
  state: 'sent',
  isLate: false,
  isHeld: false,
  isPickup: false,
  promisedOn: '2026-11-28',
  destination: 'Zona 10, Guatemala',
  storeCode: 'BODEGA',
  courier: 'Expreso Kukul',
  trackingNumber: null,
  since: '2026-11-27T15:04:00.000Z',
  units: 2,
  attempts: 0,
  cashToCollect: 0,
  dueAt: null,
  parcels: 1,
  receiver: null,
  cashCollected: null,
  reason: null,
  pickId: null,
  hasProof: false,
  receivedAt: null,
  sentAgainAs: null,
  awaitsGoods: false,
  transfers: [],
  buyer: { name: 'Walter Quiñónez', phone: '44710932' },
  receipt: null,
  moves: ['sent', 'delivered', 'undelivered'],
  lines: [sampleLine()],
  version: 4,
  actions: ['move', 'edit', 'proof'],
  ...changes,
});

type TillRow = DeskAnswer<'listTills'>['data'][number];

export const sampleTill = (number: number, name: string): TillRow => ({
  id: `01a21b45-9d58-7b10-8d76-792b15967a0${number}`,
  name,
  storeCode: 'MAX',
  storeName: 'Ceiba Zona 10',
  state: 'open',
  isGeneral: false,
  openedAt: '2026-11-27T15:04:00.000Z',
  openedBy: 'Brenda Coc',
});
export const tillsPage = (...data: TillRow[]) => ({
  status: 200,
  data,
  next: null,
  total: { value: data.length, capped: false },
});
