import type { ApiError } from '@ceiba/contract/client';
import { reasonField } from '@ceiba/contract/desk/fields';
import { countScopes, countStates } from '@ceiba/contract/desk/lists/stock-counts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { Button, IconButton } from '../platform/button.tsx';
import { countedText, countText, longMomentText, nothing } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { Table } from '../platform/table.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { reportUnknownCode } from '../scan/report-unknown-code.ts';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { ScanHead } from '../scan/scan-head.tsx';
import { useScanQueue } from '../scan/scan-queue.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { countPills } from './count-pills.ts';

type Count = DeskAnswer<'getStockCount'>['data'];
type CountLine = Count['lines'][number];

/**
 * A stock count: several people scan at the same time, differences are counted again, and a person approves (PROD-21,
 * PROD-22).
 */
export function Component() {
  const { number = '' } = useParams();
  const count = useDeskQuery(
    'getStockCount',
    { params: { number } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.data.endedAt === null ? 15_000 : false) },
  );
  return <Loaded query={count}>{({ data }) => <CountPage key={data.number} count={data} />}</Loaded>;
}

const isOpen = ({ state }: Count): boolean => state === 'counting' || state === 'recounting';

function CountPage({ count }: { count: Count }) {
  const queries = useQueryClient();
  const isWide = useIsWide();
  const { number, state, storeName, scope, scopeName, version, actions } = count;
  const key = queryKeyOf('getStockCount', { params: { number } });
  const keep = (data: Count): void => void queries.setQueryData(key, { status: 200, data });
  return (
    <>
      <PageHead
        title={`Conteo ${number}`}
        caption={[storeName, countScopes[scope], scopeName].filter((text) => text !== '').join(' · ')}
        path={[{ label: 'Conteos', to: '/inventario/conteos' }]}
        beside={<Pill {...(countPills[state] ?? { look: 'stone', icon: 'circle' })}>{countStates[state]}</Pill>}
        actions={
          <ActionButtons
            actions={countActions(count, keep)}
            allowed={actions}
            next={state === 'reviewed' ? 'approve' : 'review'}
            most={isWide ? 2 : 1}
          />
        }
      />
      {isOpen(count) ? (
        // A new round starts with an empty field.
        <Counting key={state} count={count} readAgain={() => void queries.invalidateQueries({ queryKey: key })} />
      ) : (
        <Result count={count} />
      )}
      <DetailFrame
        aside={
          <>
            <Summary count={count} />
            <HistoryCard entity="stock-counts" entityId={number} version={version} />
          </>
        }
      >
        {isOpen(count) && <Counters count={count} />}
      </DetailFrame>
    </>
  );
}

const countActions = (count: Count, keep: (data: Count) => void): readonly DeskAction[] => {
  const { number, version, state, products, counted } = count;
  const params = { number };
  const left = products - counted;
  const isSecond = state === 'recounting';
  const end = isSecond ? 'Terminar segundo conteo' : 'Terminar conteo';
  return [
    {
      verb: 'review',
      label: end,
      permission: 'stock.count',
      icon: 'check',
      ...(isSecond &&
        left > 0 && { blocked: `${countedText(left, 'producto falta', 'productos faltan')} por contar otra vez.` }),
      confirm: {
        title: end,
        text:
          !isSecond && left > 0
            ? `${countedText(left, 'producto sin leer cuenta', 'productos sin leer cuentan')} como cero. Los que no cuadren los cuenta otra persona.`
            : 'Después ya no se reciben lecturas de esta vuelta.',
        button: end,
      },
      run: async (options) => {
        const sent = await call('reviewStockCount', { params, body: { version } }, options);
        if (sent.ok) keep(sent.value.data);
        return sent;
      },
      done: isSecond ? 'Segundo conteo terminado' : 'Conteo terminado',
    },
    {
      verb: 'approve',
      label: 'Aprobar conteo',
      permission: 'stock.count',
      icon: 'check',
      confirm: {
        title: 'Aprobar conteo',
        text: 'Corrige las existencias con lo que se contó. Lo vendido desde entonces sigue vendido.',
        button: 'Corregir existencias',
      },
      run: async (options) => {
        const sent = await call('approveStockCount', { params, body: { version } }, options);
        if (sent.ok) keep(sent.value.data);
        return sent;
      },
      done: 'Existencias corregidas',
    },
    {
      verb: 'cancel',
      label: 'Cancelar conteo',
      permission: 'stock.count',
      isDanger: true,
      dialog: (close) => (
        <FieldDialog
          title="Cancelar conteo"
          text="Las existencias quedan como están."
          button="Cancelar conteo"
          close="Volver"
          isDanger
          fields={{ reason: reasonField }}
          send={({ reason }, options) => call('cancelStockCount', { params, body: { version, reason } }, options)}
          done="Conteo cancelado"
          onDone={({ data }) => keep(data)}
          onClose={close}
        />
      ),
    },
  ];
};

/** The field of scans and the products of the round. Scans are sent one by one, also after a lost connection (OFF-24). */
function Counting({ count, readAgain }: { count: Count; readAgain: () => void }) {
  const { number, storeCode, products, counted, lines, state } = count;
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const [units, setUnits] = useState(1);
  const queue = useScanQueue({
    work: `count.${number}.${state}`,
    send: ({ scanId, code, quantity = 1, scannedAt }) =>
      call('scanStockCount', {
        params: { number },
        body: { scanId, code, quantity, ...(scannedAt !== undefined && { scannedAt }) },
      }),
    onAnswer: ({ data }) => {
      setVerdict({ isRight: true, title: data.title, text: `Van ${data.counted}, tú contaste ${data.mine}.` });
      readAgain();
    },
    onRefusal: (refusal: ApiError, { code }) => {
      if (refusal.code === 'SCAN_UNKNOWN') reportUnknownCode(code, storeCode);
      const text = refusal.code === 'SCAN_UNKNOWN' ? 'Ningún producto tiene ese código.' : refusalText(refusal);
      setVerdict({ isRight: false, title: 'No se contó', text: `Leíste ${code}. ${text}` });
    },
  });
  const onCode = (code: string): ScanVerdict => {
    setVerdict(undefined);
    queue.add(code, '', units);
    setUnits(1);
    return { isRight: true, title: code, text: units === 1 ? 'Leído' : `Leído: ${units} unidades` };
  };
  return (
    <div className="stack">
      {state === 'recounting' && (
        <Note kind="info" title="Segundo conteo">
          Estos productos no cuadraron. Los cuenta otra persona que la primera vez.
        </Note>
      )}
      <ScanHead read={counted} all={products} label="Productos contados">
        <div className="stack">
          <ScanField onCode={onCode} verdict={verdict} waiting={queue.waiting} isOffline={queue.isOffline} />
          <p className="flex flex-wrap items-center gap-2">
            <span>Unidades por lectura</span>
            <Stepper
              label="Unidades por lectura"
              name="esta lectura"
              value={units}
              least={1}
              most={9_999}
              hasMost={false}
              onChange={setUnits}
            />
          </p>
        </div>
      </ScanHead>
      <Card title="Productos" isBare>
        {lines.length === 0 && <p className="p-4 text-ink-muted">Escanea el primer producto.</p>}
        <RowList aria-label="Productos del conteo">
          {lines.map((line) => (
            <CountedLine
              key={line.sku}
              line={line}
              onTake={() => queue.add(line.sku, '', -1)}
              onNone={() => queue.add(line.sku, '', 0)}
            />
          ))}
        </RowList>
      </Card>
    </div>
  );
}

const CountedLine = ({
  line: { sku, title, shelf, counted, mine, mayCount },
  onTake,
  onNone,
}: {
  line: CountLine;
  onTake: () => void;
  onNone: () => void;
}) => (
  <li className="flex flex-wrap items-center justify-between gap-2">
    <span className="min-w-0 flex-1 wrap-anywhere">
      {title}
      <small className="text-ink-muted">
        {[sku, shelf !== null && `estante ${shelf}`, !mayCount && 'lo cuenta otra persona']
          .filter((text) => text !== false)
          .join(' · ')}
      </small>
    </span>
    <b className="font-semibold tabular-nums">{counted === null ? nothing : countText(counted)}</b>
    {mayCount && counted === null && (
      <Button size="small" aria-label={`No hay ${title}`} onClick={onNone}>
        No hay
      </Button>
    )}
    {mine > 0 && <IconButton icon="minus" label={`Quitar una de ${title}`} onClick={onTake} />}
  </li>
);

const difference = (units: number | null): string => {
  if (units === null) return nothing;
  if (units === 0) return '0';
  return units > 0 ? `+${countText(units)}` : `−${countText(-units)}`;
};

const outcomes = { counted: 'Corregido', equal: 'Igual', superseded: 'Hubo un conteo después' } as const;

/** Products whose counts differ from the recorded stock, with both counts. */
function Result({ count: { lines, state } }: { count: Count }) {
  if (state === 'canceled')
    return <Note kind="info">Este conteo se canceló. Las existencias quedaron como estaban.</Note>;
  if (lines.length === 0) return <Note kind="good">Todo cuadró.</Note>;
  const unitsText = (units: number | null): string => (units === null ? nothing : countText(units));
  return (
    <Card title={countedText(lines.length, 'producto no cuadró', 'productos no cuadraron')} isBare>
      <Table
        label="Diferencias del conteo"
        texts={['Producto', 'Resultado']}
        numbers={['Primer conteo', 'Segundo conteo', 'En libros', 'Diferencia']}
      >
        {lines.map(({ sku, title, first, second, booked, difference: units, outcome }) => (
          <tr key={sku}>
            <td>
              {title} <small className="text-ink-muted">{sku}</small>
            </td>
            <td>{outcome === null ? nothing : outcomes[outcome]}</td>
            <td className="text-right tabular-nums">{unitsText(first)}</td>
            <td className="text-right tabular-nums">{unitsText(second)}</td>
            <td className="text-right tabular-nums">{unitsText(booked)}</td>
            <td className="text-right font-semibold tabular-nums">{difference(units)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

const Counters = ({ count: { counters } }: { count: Count }) => (
  <Card title="Quiénes cuentan">
    {counters.length === 0 ? (
      <p className="text-ink-muted">Nadie ha leído todavía.</p>
    ) : (
      <Facts facts={counters.map(({ name, units }) => [name, countedText(units, 'unidad', 'unidades')] as const)} />
    )}
  </Card>
);

const Summary = ({ count: { products, counted, createdAt, createdBy, endedAt, endedBy } }: { count: Count }) => (
  <Card title="Resumen">
    <Facts
      isWrapped
      facts={[
        ['Productos', countText(products)],
        ['Contados', countText(counted)],
        ['Empezado', `${longMomentText(createdAt)}, ${createdBy}`],
        ['Terminado', endedAt === null ? null : `${longMomentText(endedAt)}, ${endedBy ?? ''}`],
      ]}
    />
  </Card>
);
