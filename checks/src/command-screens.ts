/**
 * The list of OFF-28: every command of `ceiba` that changes the shop, with the desk screen for the same change. A new command
 * needs a row here. `command-screens.test.ts` checks the rows: the command and the handler of the call use the same use case, and
 * the page sends the call.
 */

/** The screen of a command. */
interface Screen {
  /** The call of the desk. For an entity, the call that its pages send. */
  call: string;
  /** Below `server/src`: the file, and the value that command and handler share. For an entity, its table. */
  useCase: string;
  /** The address of the page, as in `desk/app/*-sections.ts`. */
  page: string;
  /** The job that does the work of the call later. */
  job?: string;
}

/** A command without a screen, and the requirement that will add one. */
interface Waiting {
  waitsFor: string;
}

const order = 'ordenes/:number';
const shipment = 'preparacion/:id';
const settings = { call: 'changeSettings', page: 'ajustes' };

const move = (page: string): Screen => ({
  call: 'moveShipment',
  useCase: 'shipments/move-shipment.ts moveShipment',
  page,
});

const entity = (call: string, useCase: string, page: string): Screen => ({ call, useCase, page });

const card = (call: string): Screen => entity(call, 'payments/card-bins.table.ts cardBinTable', 'ajustes/tarjetas');

/** A file, or one typed row of it. The desk accepts the same kinds of rows. */
const file: Screen = {
  call: 'applyImport',
  useCase: 'imports/import-file.ts resumeImport',
  page: 'importaciones/:id',
  job: 'imports/imports.tasks.ts resumeImportTask',
};

export const commandScreens: Readonly<Record<string, Screen | Waiting>> = {
  'order ship': move(shipment),
  'order deliver': move(shipment),
  'order pay': { call: 'payAtTill', useCase: 'orders/store-payment/pay-at-store.ts payOrder', page: 'caja' },
  'order unpay': { call: 'unpayAtTill', useCase: 'orders/store-payment/pay-at-store.ts unpayOrder', page: 'caja' },
  'order cancel': {
    call: 'cancelOrder',
    useCase: 'orders/canceling/cancel-order.ts cancelLockedOrder',
    page: order,
  },
  'order refund': {
    call: 'payRefundAtTill',
    useCase: 'orders/store-payment/pay-at-store.ts giveOutRefund',
    page: 'caja/reembolsos',
  },
  'order release': { call: 'releaseOrder', useCase: 'orders/desk/hold-order.ts releaseHeld', page: order },
  // For a bank that does not respond. The bank's own file lists its charges.
  'order hand-over': { waitsFor: 'CASH-09' },
  'order settle': { waitsFor: 'CASH-09' },
  'payment reverse': { waitsFor: 'CASH-09' },

  'shipment advance': move(shipment),
  'shipment send': move(shipment),
  'shipment attempt': move(shipment),
  'shipment deliver': move(shipment),
  'shipment undelivered': move(shipment),
  'shipment cancel': move(shipment),
  'shipment receive': {
    call: 'receiveShipment',
    useCase: 'shipments/move-shipment.ts receiveLockedShipment',
    page: shipment,
  },
  'shipment cash': {
    call: 'settleDoorCash',
    useCase: 'door-cash/settle-door-cash.ts settleDoorCash',
    page: 'caja/mensajeros',
  },

  'return receive': {
    call: 'receiveReturn',
    useCase: 'returns/operator-returns.store.ts markReceived',
    page: 'devoluciones/:number',
  },
  'return outcome': {
    call: 'decideReturnUnits',
    useCase: 'returns/decide-return.ts decideLockedReturn',
    page: 'devoluciones/:number',
  },
  'complaint answer': { waitsFor: 'WORK-25' },
  'complaint close': { waitsFor: 'WORK-25' },

  'gift-card redeem': { waitsFor: 'CASH-11' },
  'gift-card unredeem': { waitsFor: 'CASH-11' },
  'gift-card void': { waitsFor: 'CASH-11' },
  'gift-card resend': { waitsFor: 'CASH-11' },
  'gift-card reissue': { waitsFor: 'CASH-11' },

  'coupon add': entity('createCoupon', 'coupons/coupons.table.ts couponTable', 'promociones/cupones'),
  'coupon end': {
    call: 'endCoupon',
    useCase: 'coupons/operator-coupons.store.ts endCoupon',
    page: 'promociones/cupones',
  },
  'points write-off': {
    call: 'writeOffPoints',
    useCase: 'points/write-off-points.ts writeOffPoints',
    page: 'operacion/puntos',
  },

  'customer sign-out': {
    call: 'endCustomerSessions',
    useCase: 'customers/staff.store.ts signOutEverywhere',
    page: 'clientes/:id',
  },
  'customer email': {
    call: 'giveCustomerBack',
    useCase: 'customers/staff.store.ts giveAccountBack',
    page: 'clientes/:id',
  },
  'customer staff add': {
    call: 'setCustomerEmployee',
    useCase: 'customers/staff.store.ts setEmployee',
    page: 'clientes/:id',
  },
  'customer staff remove': {
    call: 'setCustomerEmployee',
    useCase: 'customers/staff.store.ts setEmployee',
    page: 'clientes/:id',
  },
  'customer erase': { waitsFor: 'OPS-15' },

  'advisor add': entity('createAdvisor', 'advisors/advisors.table.ts advisorTable', 'asesores'),
  'advisor end': { call: 'endAdvisor', useCase: 'advisors/advisors.store.ts endAdvisor', page: 'asesores' },
  'staff invite': { call: 'inviteStaff', useCase: 'staff/change-staff.ts inviteMember', page: 'personal' },
  'staff invite-again': {
    call: 'inviteStaffAgain',
    useCase: 'staff/change-staff.ts inviteAgain',
    page: 'personal/:id',
  },
  'staff disable': { call: 'disableStaff', useCase: 'staff/change-staff.ts changeMember', page: 'personal/:id' },
  'staff enable': { call: 'enableStaff', useCase: 'staff/change-staff.ts changeMember', page: 'personal/:id' },

  'policy set': { ...settings, useCase: 'policies/policies.store.ts changePolicyFields' },
  'shop set': { ...settings, useCase: 'identity/change-identity.ts saveIdentity' },
  flag: { call: 'changeFlag', useCase: 'flags/switch-flag.ts switchFlag', page: 'ajustes/funciones' },
  'card-bin <bin> add': card('createCardBin'),
  'card-bin <bin> rename': card('changeCardBin'),
  'card-bin <bin> remove': card('removeCardBin'),
  'card-bin <bin> add-plan': card('changeCardBin'),
  'card-bin <bin> remove-plan': card('changeCardBin'),
  'card-bin <bin> begin-promotion': card('changeCardBin'),
  'card-bin <bin> end-promotion': card('changeCardBin'),

  'page set': entity('changeContentPage', 'content/content-pages.table.ts contentPageTable', 'contenido/paginas'),
  'page remove': entity('removeContentPage', 'content/content-pages.table.ts contentPageTable', 'contenido/paginas'),
  'synonym add': entity('createSynonym', 'search/synonyms.table.ts synonymTable', 'contenido/busqueda/sinonimos'),
  'synonym remove': entity('removeSynonym', 'search/synonyms.table.ts synonymTable', 'contenido/busqueda/sinonimos'),
  'synonym absent': entity(
    'createAbsentWord',
    'search/absent-words.table.ts absentWordTable',
    'contenido/busqueda/no-vendemos',
  ),
  'synonym ignore': entity(
    'createIgnoredWord',
    'search/ignored-words.table.ts ignoredWordTable',
    'contenido/busqueda/ignoradas',
  ),
  'synonym brand': entity(
    'createOtherBrand',
    'search/other-brands.table.ts otherBrandTable',
    'productos/marcas-ajenas',
  ),
  'synonym answer': entity(
    'createAnswerWord',
    'search/answer-words.table.ts answerWordTable',
    'contenido/busqueda/respuestas',
  ),
  'synonym page': entity(
    'createSearchAnswer',
    'search/search-answers.table.ts searchAnswerTable',
    'contenido/busqueda/tarjetas',
  ),

  import: file,
  'import resume': file,
  export: { waitsFor: 'BULK-11' },
  // `ceiba brand set`, `ceiba price set` …: one typed row for each kind of file.
  '* set': file,
  // `ceiba banner remove` has the banner's page. The other two wait for the pages of visits and flash sales.
  '* remove': entity('removeBanner', 'content/banners.table.ts bannerTable', 'contenido/banners'),

  'job retry': { call: 'retryJob', useCase: 'jobs/failed-jobs.store.ts retryJob', page: 'operacion/trabajos' },
  'job discard': { call: 'discardJob', useCase: 'jobs/failed-jobs.store.ts discardJob', page: 'operacion/trabajos' },
  'job pause': { call: 'pauseJobs', useCase: 'jobs/paused-jobs.store.ts pauseKind', page: 'operacion/trabajos' },
  'job resume': { call: 'resumeJobs', useCase: 'jobs/paused-jobs.store.ts resumeKind', page: 'operacion/trabajos' },
  maintenance: { waitsFor: 'OPS-20' },
  'audit prune': { waitsFor: 'OPS-13' },
  'token add': { waitsFor: 'HOOK-10' },
  'token end': { waitsFor: 'HOOK-10' },
  'webhook add': { waitsFor: 'HOOK-03' },
  'webhook rotate': { waitsFor: 'HOOK-04' },
  'webhook end': { waitsFor: 'HOOK-03' },
  'webhook replay': { waitsFor: 'HOOK-09' },
};
