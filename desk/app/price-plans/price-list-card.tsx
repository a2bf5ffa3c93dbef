import { reasonField } from '@ceiba/contract/desk/fields';
import { listStartField } from '@ceiba/contract/desk/price-plan-fields';
import type { PriceList, PriceListRow } from '@ceiba/contract/desk/price-plans';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { countedText, countText, longMomentText, moneyText, nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { callKey, historyKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, pollWhile, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';

const pricesText = (count: number): string => countedText(count, 'precio', 'precios');

/** The question before a price list is applied: its start, and the reason for large changes (BULK-12, PROD-10). */
export function ApplyListDialog({
  id,
  onApplied,
  onClose,
}: {
  id: string;
  onApplied: () => void;
  onClose: () => void;
}) {
  const found = useDeskQuery('getPriceList', { params: { id } }, { staleTime: 0 });
  const { rows = 0, large = 0 } = found.data?.data.counts ?? {};
  const warning = large === 0 ? '' : ` ${large === 1 ? 'Uno cambia' : `${countText(large)} cambian`} más de 40 %.`;
  return (
    <FieldDialog
      title="¿Aplicar esta lista de precios?"
      text={`Cambian ${pricesText(rows)}.${warning} Sigue aunque cierres la página.`}
      button="Aplicar lista"
      fields={{
        startsAt: listStartField,
        reason: {
          ...reasonField,
          isOptional: true,
          hint: 'Se pide si algún precio cambia más de 40 %.',
        },
      }}
      send={({ startsAt, reason }, options) =>
        call(
          'applyImport',
          {
            params: { id },
            body: { ...(startsAt !== null && { startsAt }), ...(reason !== null && { reason }) },
          },
          options,
        )
      }
      done="La lista se está aplicando"
      onDone={onApplied}
      onClose={onClose}
    />
  );
}

const states: Readonly<Record<PriceList['state'], { label: string; pill: PillStyle }>> = {
  draft: { label: 'Por aplicar', pill: { look: 'stone', icon: 'eye' } },
  writing: { label: 'En curso', pill: { look: 'sky', icon: 'hourglass' } },
  planned: { label: 'Planeada', pill: { look: 'sky', icon: 'calendar-clock' } },
  applied: { label: 'Aplicada', pill: { look: 'good', icon: 'circle-check' } },
  failed: { label: 'No se aplicó', pill: { look: 'red', icon: 'circle-x' } },
  canceled: { label: 'Cancelada', pill: { look: 'out', icon: 'ban' } },
  reverting: { label: 'Revirtiendo', pill: { look: 'teal', icon: 'hourglass' } },
  reverted: { label: 'Revertida', pill: { look: 'out', icon: 'undo-2' } },
};

const follow = pollWhile(
  ({ data: { state } }: DeskAnswer<'getPriceList'>) => state === 'writing' || state === 'reverting',
);

/** "Lista de precios" on the page of an import: its start, its changes by size, and its end (BULK-12). */
export function PriceListCard({ id, version }: { id: string; version: string }) {
  const list = useDeskQuery('getPriceList', { params: { id } }, { staleTime: 0, refetchInterval: follow });
  return <Loaded query={list}>{({ data }) => <ListCard key={version} list={data} />}</Loaded>;
}

const actionsOf = (list: PriceList, keep: (list: PriceList) => void): DeskAction[] => {
  const params = { id: list.id };
  return [
    {
      verb: 'cancel',
      label: 'Cancelar lista',
      icon: 'ban',
      isDanger: true,
      permission: 'prices.edit',
      confirm: {
        title: '¿Cancelar esta lista?',
        text: `No empieza ninguno de sus ${pricesText(list.counts.rows)}.`,
        button: 'Cancelar lista',
      },
      run: async (options) => {
        const sent = await call('cancelPriceList', { params, body: {} }, options);
        if (sent.ok) keep(sent.value.data);
        return sent;
      },
      done: 'Lista cancelada',
    },
    {
      verb: 'revert',
      label: 'Revertir lista',
      icon: 'undo-2',
      isDanger: true,
      permission: 'prices.edit',
      dialog: (close) => (
        <FieldDialog
          title="¿Revertir esta lista?"
          text="Vuelven los precios de antes. Los que alguien cambió después se quedan, y aquí verás cuáles son."
          button="Revertir lista"
          isDanger
          fields={{ reason: reasonField }}
          send={(body, options) => call('revertPriceList', { params, body }, options)}
          done="Revirtiendo la lista"
          onDone={({ data }) => keep(data)}
          onClose={close}
        />
      ),
    },
  ];
};

function ListCard({ list }: { list: PriceList }) {
  const queries = useQueryClient();
  const { id, state, startsAt, reason, by, why, counts } = list;
  const [isKept, setIsKept] = useState(false);
  const keep = (data: PriceList): void => {
    queries.setQueryData(queryKeyOf('getPriceList', { params: { id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: callKey('listPriceListRows') });
    void queries.invalidateQueries({ queryKey: historyKey('imports', id) });
  };
  const kept = counts.changed + counts.unpriced;
  const facts = [
    `${countText(counts.raised)} ${counts.raised === 1 ? 'sube' : 'suben'}`,
    `${countText(counts.lowered)} ${counts.lowered === 1 ? 'baja' : 'bajan'}`,
    `${countText(counts.large)} más de 40 %`,
  ];
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Lista de precios
          <Pill {...states[state].pill}>{states[state].label}</Pill>
        </span>
      }
      actions={<ActionButtons size="small" actions={actionsOf(list, keep)} allowed={list.actions} />}
      isBare
    >
      <div className="stack p-4">
        {startsAt !== null && (
          <p>{`${state === 'planned' ? 'Empieza' : 'Su fecha'}: ${longMomentText(startsAt)}${by === '' ? '' : ` · ${by}`}`}</p>
        )}
        {why !== null && <Note kind="error">{why}</Note>}
        {counts.rows > 0 && <p className="text-ink-soft">{`${pricesText(counts.rows)}: ${facts.join(', ')}.`}</p>}
        {reason !== null && <p className="text-ink-soft">{`Motivo: ${reason}`}</p>}
        {state === 'reverted' && (
          <Note kind={kept === 0 ? 'good' : 'warning'}>
            {kept === 0
              ? `Volvieron los ${pricesText(counts.reverted)} de antes.`
              : `Volvieron ${pricesText(counts.reverted)}; ${countText(kept)} se ${kept === 1 ? 'quedó' : 'quedaron'}, porque alguien ${kept === 1 ? 'lo' : 'los'} cambió después.`}
          </Note>
        )}
        {state === 'reverted' && kept > 0 && (
          <Button size="small" aria-pressed={isKept} onClick={() => setIsKept(!isKept)}>
            {isKept ? 'Ver todos' : 'Ver los que se quedaron'}
          </Button>
        )}
      </div>
      {counts.rows > 0 && <Rows key={`${isKept} ${state}`} id={id} isKept={isKept} />}
    </Card>
  );
}

/** The prices of a list, the largest change first, a hundred at a time. */
function Rows({ id, isKept }: { id: string; isKept: boolean }) {
  /** The number of rows on earlier pages, for each page. */
  const [trail, setTrail] = useState<readonly number[]>([]);
  const after = trail.at(-1);
  const query = { ...(isKept && { kept: 'true' as const }), ...(after !== undefined && { after }) };
  const rows = useDeskQuery('listPriceListRows', { params: { id }, query }, { staleTime: 0 });
  return (
    <Loaded query={rows}>
      {({ data, next }) => (
        <>
          <Table label="Cambios de precio" texts={['Producto', 'Código']} numbers={['Antes', 'Después', 'Cambio']}>
            {data.map((row) => (
              <ChangeRow key={row.sku} row={row} />
            ))}
          </Table>
          {(trail.length > 0 || next !== null) && (
            <div className="flex gap-2 p-4">
              <Button
                size="small"
                icon="chevron-left"
                disabled={trail.length === 0}
                onClick={() => setTrail(trail.slice(0, -1))}
              >
                Anteriores
              </Button>
              <Button
                size="small"
                icon="chevron-right"
                disabled={next === null}
                onClick={() => next !== null && setTrail([...trail, next])}
              >
                Siguientes
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

const outcomes: Readonly<Record<NonNullable<PriceListRow['outcome']>, string>> = {
  reverted: 'Volvió al de antes',
  changed: 'Alguien lo cambió después: se quedó',
  unpriced: 'Está publicado y antes no tenía precio: se quedó',
};

const percentText = (percent: number | null): string =>
  percent === null ? nothing : `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')} %`;

const ChangeRow = ({ row: { sku, title, before, after, percent, isLarge, outcome } }: { row: PriceListRow }) => (
  <tr>
    <td className="wrap-anywhere">
      <Link className="link" to={`/productos/${encodeURIComponent(sku)}`}>
        {title}
      </Link>
      {outcome !== null && <small className="block text-xs text-ink-muted">{outcomes[outcome]}</small>}
    </td>
    <td>{sku}</td>
    <td className="text-right">{before === null ? nothing : moneyText(before)}</td>
    <td className="text-right">{after === null ? nothing : moneyText(after)}</td>
    <td className={isLarge ? 'text-right font-semibold text-danger' : 'text-right'}>
      {percentText(percent)}
      {isLarge && <span className="sr-only"> (más de 40 %)</span>}
    </td>
  </tr>
);
