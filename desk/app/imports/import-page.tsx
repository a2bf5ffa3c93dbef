import { importKinds } from '@ceiba/contract/desk/import-kinds';
import type { ImportDetail } from '@ceiba/contract/desk/imports';
import { importStates } from '@ceiba/contract/desk/lists/imports';
import { ProgressBar } from '@ceiba/ui/progress-bar';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { DownloadLink } from '../platform/download-link.tsx';
import { countedText, countText, longMomentText, nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { ApplyListDialog, ApplySalesDialog, PriceListCard } from '../price-plans/price-list-card.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, pollWhile, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { importPills, importsPath, isUnderWay } from './import-looks.ts';

const follow = pollWhile(({ data }: DeskAnswer<'getImport'>) => isUnderWay(data));

/** The page of an import: counts, differences, errors, and buttons that apply or cancel it (BULK-03, BULK-04). */
export function Component() {
  const { id = '' } = useParams();
  const found = useDeskQuery('getImport', { params: { id } }, { staleTime: 0, refetchInterval: follow });
  return <Loaded query={found}>{({ data }) => <ImportPage key={data.id} run={data} />}</Loaded>;
}

const rowsText = (count: number): string => countedText(count, 'fila', 'filas');

const actionsOf = ({ id, kind, counts }: ImportDetail, reread: () => void): DeskAction[] => {
  const params = { id };
  return [
    {
      verb: 'apply',
      label: 'Aplicar',
      icon: 'check',
      permission: 'imports.run',
      ...(kind === 'prices'
        ? { dialog: (close) => <ApplyListDialog id={id} onApplied={reread} onClose={close} /> }
        : kind === 'flash-sales'
          ? {
              dialog: (close) => (
                <ApplySalesDialog id={id} rows={counts.new + counts.changed} onApplied={reread} onClose={close} />
              ),
            }
          : {
              confirm: {
                title: '¿Aplicar este archivo?',
                text: `Entran ${rowsText(counts.new)} y cambian ${countText(counts.changed)}. Sigue aunque cierres la página.`,
                button: `Aplicar ${rowsText(counts.new + counts.changed)}`,
              },
              run: async (options) => {
                const sent = await call('applyImport', { params, body: {} }, options);
                if (sent.ok) reread();
                return sent;
              },
              done: 'El archivo se está aplicando',
            }),
    },
    {
      verb: 'cancel',
      label: 'Cancelar',
      icon: 'ban',
      isDanger: true,
      permission: 'imports.run',
      confirm: {
        title: '¿Cancelar esta importación?',
        text: 'Nada cambió todavía. Para aplicarlo después, sube el archivo otra vez.',
        button: 'Cancelar importación',
      },
      run: async (options) => {
        const sent = await call('cancelImport', { params, body: {} }, options);
        if (sent.ok) reread();
        return sent;
      },
      done: 'Importación cancelada',
    },
  ];
};

/** A checked file of prices, or one that was applied, is a price list (BULK-12). */
const isPriceList = ({ kind, state }: ImportDetail): boolean =>
  kind === 'prices' && (state === 'checked' || state === 'done');

function ImportPage({ run }: { run: ImportDetail }) {
  const queries = useQueryClient();
  const { id, state, counts, total, done, failed, refusal, rows } = run;
  const reread = (): void => void queries.invalidateQueries({ queryKey: callKey('getImport') });
  const title = run.fileName || importKinds[run.kind];
  return (
    <>
      <PageHead
        title={title}
        path={importsPath}
        // A price list whose import is done may still wait for its start time, which its card shows.
        beside={!(isPriceList(run) && state === 'done') && <Pill {...importPills[state]}>{importStates[state]}</Pill>}
        actions={<ActionButtons actions={actionsOf(run, reread)} allowed={run.actions} next="apply" />}
      />
      <DetailFrame
        aside={
          <>
            <Card title="Cuentas">
              <Facts
                facts={[
                  ['Tipo', importKinds[run.kind]],
                  ['Filas', countText(total)],
                  ['Nuevas', countText(counts.new)],
                  ['Cambian', countText(counts.changed)],
                  ['Iguales', countText(counts.equal)],
                  ['Con error', countText(counts.wrong)],
                  ['Cambiadas por otros', countText(counts.conflict)],
                  ['Con un error', run.mode === 'whole' ? 'Todo o nada' : 'Solo filas correctas'],
                  ['Sistema', run.system ?? ''],
                  ['Subida', longMomentText(run.createdAt)],
                ]}
              />
            </Card>
            <Headings run={run} />
            <HistoryCard entity="imports" entityId={id} version={run.actions.length} />
          </>
        }
      >
        {refusal !== null && (
          <Note kind="error" isNews={false}>
            {refusal.text}
          </Note>
        )}
        {isUnderWay(run) && (
          <Card title={importStates[state]}>
            <ProgressBar percent={total === 0 ? 0 : ((done + failed) / total) * 100} label={importStates[state]} />
            <p className="text-ink-soft" role="status">
              {state === 'reading' ? 'Revisando el archivo…' : `${countText(done)} de ${rowsText(total)}`}
            </p>
          </Card>
        )}
        {run.warnings.map(({ code, text, rows: at }) => (
          <Note key={`${code} ${text}`} kind="warning">
            {at.length === 0 ? text : `${text} (fila ${at.slice(0, 10).join(', ')})`}
          </Note>
        ))}
        {rows.length > 0 && (
          <Card
            title="Errores"
            isBare
            actions={<DownloadLink href={`/v1/admin/imports/${id}/errors`}>Archivo con errores</DownloadLink>}
          >
            <Table label="Errores" texts={['Fila', 'Columna', 'Valor', 'Qué pasa']}>
              {rows.map(({ row, column, value, text }) => (
                <tr key={`${row} ${column} ${text}`}>
                  <td>{countText(row)}</td>
                  <td>{column}</td>
                  <td className="wrap-anywhere">{value === '' ? nothing : value}</td>
                  <td className="wrap-anywhere">{text}</td>
                </tr>
              ))}
            </Table>
          </Card>
        )}
        {isPriceList(run) && <PriceListCard id={id} version={state} />}
        <Differences run={run} />
      </DetailFrame>
    </>
  );
}

/** Shows which column each heading of the file was matched to. */
const Headings = ({ run: { headings } }: { run: ImportDetail }) =>
  headings.length > 0 && (
    <Card title="Encabezados">
      <Facts facts={headings.map(({ heading, column }) => [heading, column ?? 'No se usa'] as const)} isWrapped />
    </Card>
  );

/** Shows the changed cells of the first changed rows, with their values before and after. */
function Differences({ run: { sample, state } }: { run: ImportDetail }) {
  if (sample.length === 0)
    return state === 'reading' ? null : (
      <Card title="Diferencias">
        <p className="text-ink-muted">Ninguna fila cambia algo, o sus diferencias ya no se guardan.</p>
      </Card>
    );
  return (
    <Card title="Diferencias" isBare>
      <Table label="Diferencias" texts={['Fila', 'Cuál', 'Columna', 'Antes', 'Después']}>
        {sample.flatMap(({ row, key, outcome, changes }) =>
          changes.map(({ column, before, after }) => (
            <tr key={`${row} ${column}`}>
              <td>{countText(row)}</td>
              <td className="wrap-anywhere">{key.join(' ')}</td>
              <td>{column}</td>
              <td className="wrap-anywhere">{outcome === 'new' ? 'Nueva' : (before ?? nothing)}</td>
              <td className="wrap-anywhere">{after ?? nothing}</td>
            </tr>
          )),
        )}
      </Table>
    </Card>
  );
}
