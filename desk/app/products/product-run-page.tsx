import { productRunStates, type RunOutcome, runOutcomes } from '@ceiba/contract/desk/lists/product-runs';
import type { ProductRun, ProductRunRow } from '@ceiba/contract/desk/product-runs';
import { ProgressBar } from '@ceiba/ui/progress-bar';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { DownloadLink } from '../platform/download-link.tsx';
import { SelectField } from '../platform/field.tsx';
import { countedText, countText, longMomentText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { StepButtons, useTrail } from '../platform/step-buttons.tsx';
import { Table } from '../platform/table.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer, pollWhile, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { productHref, productsPath, runPills, runsPath } from './product-looks.ts';

const follow = pollWhile(({ data }: DeskAnswer<'getProductRun'>) => data.state === 'applying');

/** A run on many products: its progress, and the result of each product (OFF-19). */
export function Component() {
  const { id = '' } = useParams();
  const run = useDeskQuery('getProductRun', { params: { id } }, { staleTime: 0, refetchInterval: follow });
  return <Loaded query={run}>{({ data }) => <RunPage key={data.id} run={data} />}</Loaded>;
}

const path = [...productsPath, { label: 'Cambios en lote', to: runsPath }];

const actionsOf = ({ id, counts }: ProductRun, keep: (run: ProductRun) => void): DeskAction[] => {
  const press = async (name: 'cancelProductRun' | 'retryProductRun', options: Parameters<typeof call>[2]) => {
    const sent = await call(name, { params: { id }, body: {} }, options);
    if (sent.ok) keep(sent.value.data);
    return sent;
  };
  return [
    {
      verb: 'retry',
      label: 'Reintentar fallidos',
      icon: 'refresh-cw',
      permission: 'catalog.edit',
      run: (options) => press('retryProductRun', options),
      done: `Reintentando ${countedText(counts.failed, 'producto', 'productos')}`,
    },
    {
      verb: 'cancel',
      label: 'Cancelar',
      icon: 'ban',
      isDanger: true,
      permission: 'catalog.edit',
      confirm: {
        title: '¿Cancelar este cambio?',
        text: `Faltan ${countedText(counts.waiting, 'producto', 'productos')}. Los que ya cambiaron se quedan así.`,
        button: 'Cancelar el cambio',
      },
      run: (options) => press('cancelProductRun', options),
      done: 'Cambio cancelado',
    },
  ];
};

function RunPage({ run }: { run: ProductRun }) {
  const queries = useQueryClient();
  const { id, state, counts, total, done, failed } = run;
  const keep = (data: ProductRun): void => {
    queries.setQueryData(queryKeyOf('getProductRun', { params: { id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: allDeskKeys, refetchType: 'none' });
  };
  return (
    <>
      <PageHead
        title={run.name}
        path={path}
        beside={<Pill {...runPills[state]}>{productRunStates[state]}</Pill>}
        actions={<ActionButtons actions={actionsOf(run, keep)} allowed={run.actions} next="retry" />}
      />
      <DetailFrame
        aside={
          <>
            <Card title="Cuentas">
              <Facts
                facts={[
                  ['Productos', countText(total)],
                  [runOutcomes.changed, countText(counts.changed)],
                  [runOutcomes.equal, countText(counts.equal)],
                  [runOutcomes.failed, countText(counts.failed)],
                  [runOutcomes.waiting, countText(counts.waiting)],
                  ['Lo pidió', run.actor],
                  ['Pedido', longMomentText(run.createdAt)],
                ]}
              />
            </Card>
            <HistoryCard entity="product-runs" entityId={id} version={run.actions.length} />
          </>
        }
      >
        <Card title="Avance">
          <ProgressBar percent={total === 0 ? 100 : ((done + failed) / total) * 100} label="Avance" />
          <p className="text-ink-soft" role="status">
            {`${countText(done + failed)} de ${countedText(total, 'producto', 'productos')}`}
            {failed > 0 && `, ${countedText(failed, 'fallido', 'fallidos')}`}
          </p>
        </Card>
        {run.hasRows ? <Results run={run} /> : <Note kind="info">El resultado por producto se guarda un mes.</Note>}
      </DetailFrame>
    </>
  );
}

const outcomePills: Readonly<Record<RunOutcome, PillStyle>> = {
  changed: { look: 'good', icon: 'circle-check' },
  equal: { look: 'out', icon: 'minus' },
  failed: { look: 'red', icon: 'circle-x' },
  waiting: { look: 'stone', icon: 'clock' },
};

const isOutcome = (text: string): text is RunOutcome => Object.hasOwn(runOutcomes, text);

/** The products of a run with their results, a hundred at a time. */
function Results({ run }: { run: ProductRun }) {
  const [outcome, setOutcome] = useState<RunOutcome | ''>('');
  const { after, ...pages } = useTrail();
  const query = { ...(outcome !== '' && { outcome }), ...(after !== undefined && { after }) };
  const rows = useDeskQuery(
    'listProductRunRows',
    { params: { id: run.id }, query },
    { staleTime: 0, refetchInterval: run.state === 'applying' ? 5_000 : false },
  );
  return (
    <Card
      title="Resultado por producto"
      isBare
      actions={<DownloadLink href={`/v1/admin/product-runs/${run.id}/results`}>Descargar CSV</DownloadLink>}
    >
      <div className="p-4">
        <SelectField
          label="Mostrar"
          value={outcome}
          onChange={({ target }) => {
            setOutcome(isOutcome(target.value) ? target.value : '');
            pages.setTrail([]);
          }}
        >
          <option value="">Todos</option>
          {Object.entries(runOutcomes).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <Loaded query={rows}>
        {({ data, next }) => (
          <>
            {data.length === 0 ? (
              <p className="px-4 pb-4 text-ink-muted">Ningún producto con ese resultado.</p>
            ) : (
              <Table label="Resultado por producto" texts={['Producto', 'Código', 'Resultado', 'Por qué']}>
                {data.map((row) => (
                  <ResultRow key={row.row} row={row} />
                ))}
              </Table>
            )}
            <StepButtons {...pages} next={next} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const ResultRow = ({ row: { sku, title, outcome, why } }: { row: ProductRunRow }) => (
  <tr>
    <td>
      {title === '' ? (
        <span className="text-ink-muted">Ya no existe</span>
      ) : (
        <Link className="link" to={productHref(sku)}>
          {title}
        </Link>
      )}
    </td>
    <td>{sku}</td>
    <td>
      <Pill {...outcomePills[outcome]}>{runOutcomes[outcome]}</Pill>
    </td>
    <td className="wrap-anywhere">{why}</td>
  </tr>
);
