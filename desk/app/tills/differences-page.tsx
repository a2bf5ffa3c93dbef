import { reasonField } from '@ceiba/contract/desk/fields';
import { differenceList } from '@ceiba/contract/desk/lists/till-differences';
import { tillDifferenceKinds } from '@ceiba/domain/tills/till';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { ListPage } from '../list/list-page.tsx';
import { moneyText } from '../platform/formats.ts';
import type { PillStyle } from '../platform/pill.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { tillPath } from './till-links.tsx';

type DifferenceRow = DeskAnswer<'listTillDifferences'>['data'][number];

const pills: Readonly<Record<string, Readonly<Record<string, PillStyle>>>> = {
  state: {
    open: { look: 'corn', icon: 'clock-alert' },
    explained: { look: 'good', icon: 'circle-check' },
    small: { look: 'stone', icon: 'circle' },
  },
};

const views = [
  { label: 'Todas', query: {} },
  { label: 'Sin motivo', query: { state: 'open' } },
];

/** "Faltan Q290.00. Se contó dos veces: al principio faltaban Q310.00." */
const textOf = ({ kind, storeName, difference, counts, first }: DifferenceRow): string => {
  const result =
    difference === 0
      ? 'Al final cuadró.'
      : `${difference < 0 ? 'Faltan' : 'Sobran'} ${moneyText(Math.abs(difference))}.`;
  const before = counts > 1 ? ` Se contó ${counts} veces; la primera difería en ${moneyText(first)}.` : '';
  return `${storeName} · ${tillDifferenceKinds[kind]}. ${result}${before}`;
};

/** "Diferencias de caja" (CASH-05): counts that differed from the expected amount, with the reasons. */
export function Component() {
  const queries = useQueryClient();
  const may = useMay();
  const [chosen, setChosen] = useState<DifferenceRow>();
  return (
    <>
      <ListPage
        list={differenceList}
        read={(query, options) => call('listTillDifferences', { query }, options)}
        onOpen={(row: DifferenceRow) => {
          if (may('cash.close')) setChosen(row);
        }}
        pills={pills}
        views={views}
        path={tillPath}
      />
      {chosen && (
        <FieldDialog
          title={`Diferencia de ${chosen.tillName}`}
          text={textOf(chosen)}
          button="Guardar motivo"
          fields={{ reason: { ...reasonField, value: chosen.reason } }}
          send={({ reason }, options) =>
            call('explainTillDifference', { params: { id: chosen.id }, body: { reason } }, options)
          }
          done="Motivo guardado"
          onDone={() => void queries.invalidateQueries({ queryKey: allDeskKeys })}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
