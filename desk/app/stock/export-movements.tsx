import type { ApiError } from '@ceiba/contract/client';
import { stockMovementList } from '@ceiba/contract/desk/lists/stock-movements';
import { refuse } from '@ceiba/domain/result';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useNamesQuery } from '../list/names.ts';
import { saveFile } from '../platform/download-link.tsx';
import { call } from '../session/desk-client.ts';

const { at, place: placeFilter, sku: skuFilter } = stockMovementList.filters;

/** The address of the CSV of all stock movements with these filters (BUY-10). */
export const movementsHref = (filters: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  );
  return `/v1/admin/${stockMovementList.name}/export?${new URLSearchParams(given)}`;
};

const text = 'Debe ser el mismo día o uno después.';
const wrongOrder: ApiError = {
  ...{ code: 'VALIDATION_ERROR', status: 400, message: text },
  metadata: { mgtoCode: 'VALIDATION_ERROR', fields: { atTo: text } },
};

/** "Exportar movimientos": the movements of all products as CSV, of some days, a place or a product (BUY-10). */
export function ExportMovementsDialog({ onClose }: { onClose: () => void }) {
  const places = useNamesQuery('place');
  return (
    <FieldDialog
      title="Exportar movimientos"
      text="Un CSV con cada entrada y salida de los lugares que ves, la más nueva primero."
      button="Exportar CSV"
      isOff={places.data === undefined}
      fields={{
        atFrom: {
          kind: 'day',
          label: 'Desde',
          isOptional: true,
          hint: `${at.label} se movió. Vacío: desde el principio.`,
        },
        atTo: { kind: 'day', label: 'Hasta', isOptional: true },
        place: {
          kind: 'option',
          label: placeFilter.label,
          options: [['', 'Todos'], ...(places.data?.data ?? []).map(({ code, name }) => [code, name] as const)],
        },
        sku: { kind: 'text', label: skuFilter.label, max: 64, isOptional: true, hint: 'Vacío: todos los productos.' },
      }}
      // A file that is saved shows no refusal, so the typed values are checked before.
      send={async (filters) => {
        const { atFrom, atTo, sku } = filters;
        if (atFrom !== null && atTo !== null && atTo < atFrom) return refuse(wrongOrder);
        const known =
          sku === null ? await call('getStaffSession', {}) : await call('getProductStock', { params: { sku } });
        return known.ok ? { ok: true, value: filters } : known;
      }}
      lands={{ NOT_FOUND: 'sku' }}
      refusedText={({ code }) => (code === 'NOT_FOUND' ? 'Ningún producto tiene ese código.' : undefined)}
      done="Movimientos exportados"
      onDone={(filters) => saveFile(movementsHref(filters))}
      onClose={onClose}
    />
  );
}
