import type { DeskAnswer } from '../session/desk-client.ts';

export type StaffRow = DeskAnswer<'listStaff'>['data'][number];

/** A staff member with this number in ID and name. */
export const sampleMember = (number: number, changes: Partial<StaffRow> = {}): StaffRow => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name: `Persona ${number}`,
  email: `persona${number}@ceiba.example`,
  role: 'support',
  state: 'active',
  stores: null,
  lastSeenAt: null,
  ...changes,
});

/** A page of the list of people. */
export const staffPage = (
  rows: readonly StaffRow[],
  { next = null, total = rows.length, capped = false }: { next?: string | null; total?: number; capped?: boolean } = {},
) => ({
  status: 200,
  data: [...rows],
  next,
  total: { value: total, capped },
});

const sampleRoles: DeskAnswer<'listRoles'> = {
  status: 200,
  data: [
    { id: 'support', label: 'Soporte', permissions: ['orders.read'], isBuiltIn: true, members: 2 },
    { id: 'warehouse', label: 'Bodega', permissions: ['shipments.pick'], isBuiltIn: true, members: 1 },
  ],
};

/** The detail of a staff member. */
export const memberDetail = (row: StaffRow, version = 1): DeskAnswer<'getStaffMember'> => ({
  status: 200,
  data: { ...row, version, actions: row.state === 'disabled' ? ['enable'] : ['invite', 'disable'] },
});

const noHistory: DeskAnswer<'getHistory'> = { status: 200, data: [], next: null };

const samplePlaces: DeskAnswer<'listPlaces'> = {
  status: 200,
  data: [
    { storeCode: 'BODEGA', name: 'Bodega central', isPickup: false },
    { storeCode: 'XELA', name: 'Tienda Xela', isPickup: true },
  ],
};

const noAdvisors: DeskAnswer<'listAdvisors'> = {
  ...{ status: 200, data: [], next: null, total: { value: 0, capped: false } },
};

/** The other calls of a staff member's page. */
export const memberPageCalls = {
  ...{ listRoles: sampleRoles, getHistory: noHistory, listPlaces: samplePlaces, listAdvisors: noAdvisors },
};
