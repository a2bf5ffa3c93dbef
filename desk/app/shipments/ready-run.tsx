import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { useRef, useState } from 'react';
import { onceOptions } from '../actions/desk-action.ts';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { countedText } from '../platform/formats.ts';
import { refusalText } from '../platform/notes.tsx';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { call } from '../session/desk-client.ts';

interface RowResult {
  kind: 'ready' | 'unchanged' | 'refused';
  text: string;
}

const looks: Record<RowResult['kind'], PillStyle> = {
  ready: { look: 'good', icon: 'circle-check' },
  unchanged: { look: 'stone', icon: 'circle-check' },
  refused: { look: 'red', icon: 'circle-alert' },
};

const refused = (text: string): RowResult => ({ kind: 'refused', text });

/** Marks one packed pickup as ready, like its page does. Reads it first, so that a second run changes nothing. */
async function markReady(id: string): Promise<RowResult> {
  const read = await call('getShipment', { params: { id } });
  if (!read.ok) return refused(refusalText(read.error));
  const { state, isPickup, isHeld, moves, version } = read.value.data;
  if (state === 'at_store') return { kind: 'unchanged', text: 'Ya estaba listo' };
  if (!isPickup) return refused('No se recoge en tienda');
  if (isHeld) return refused('La orden está detenida');
  if (!moves.includes('at_store')) return refused(`Está «${shipmentStateLabels[state]}», no empacado`);
  const moved = await call('moveShipment', { params: { id }, body: { to: 'at_store', version } }, onceOptions());
  return moved.ok ? { kind: 'ready', text: 'Listo para recoger' } : refused(refusalText(moved.error));
}

/** "Listo para recoger" for chosen shipments: one after the other, each with its own call and result. */
export function ReadyRunButton({ ids }: { ids: readonly string[] }) {
  const [running, setRunning] = useState<readonly string[]>();
  return (
    <>
      <Button size="small" icon="store" aria-haspopup="dialog" onClick={() => setRunning(ids)}>
        Listo para recoger
      </Button>
      {running && <ReadyRunDialog ids={running} onClose={() => setRunning(undefined)} />}
    </>
  );
}

function ReadyRunDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [results, setResults] = useState<Readonly<Record<string, RowResult>>>({});
  const [isRunning, setIsRunning] = useState(false);
  const isStopped = useRef(false);
  const run = async (some: readonly string[]): Promise<void> => {
    isStopped.current = false;
    setIsRunning(true);
    for (const id of some) {
      if (isStopped.current) break;
      const result = await markReady(id);
      setResults((known) => ({ ...known, [id]: result }));
    }
    setIsRunning(false);
  };
  const stop = (): void => {
    isStopped.current = true;
  };
  const failed = ids.filter((id) => results[id]?.kind === 'refused');
  const pendingIds = ids.filter((id) => results[id] === undefined);
  const hasRun = pendingIds.length < ids.length;
  return (
    <Dialog
      title="Listo para recoger"
      text={`${countedText(ids.length, 'envío', 'envíos')}: se avisa a cada cliente que su pedido lo espera en la tienda.`}
      onClose={() => {
        stop();
        onClose();
      }}
      footer={
        <DialogEnd>
          {isRunning ? (
            <Button onClick={stop}>Detener</Button>
          ) : (
            hasRun && failed.length > 0 && <Button onClick={() => void run(failed)}>Reintentar fallidos</Button>
          )}
          {pendingIds.length > 0 ? (
            <Button look="primary" loading={isRunning} onClick={() => void run(pendingIds)}>
              {hasRun ? 'Seguir' : 'Marcar listos'}
            </Button>
          ) : (
            <Button look="primary" loading={isRunning} onClick={onClose}>
              Terminar
            </Button>
          )}
        </DialogEnd>
      }
    >
      <p role="status" className="text-ink-soft whitespace-nowrap tabular-nums">
        {hasRun
          ? `${ids.length - pendingIds.length} de ${ids.length}${failedText(failed.length)}`
          : 'Ninguno marcado todavía'}
      </p>
      <div className="overflow-hidden rounded-sm border border-border max-lg:overflow-x-auto">
        <Table label="Resultado de cada envío" texts={['Envío', 'Resultado']}>
          {ids.map((id) => {
            const result = results[id];
            return (
              <tr key={id}>
                <th scope="row" className="font-semibold">
                  {id}
                </th>
                <td>{result ? <Pill {...looks[result.kind]}>{result.text}</Pill> : 'En espera'}</td>
              </tr>
            );
          })}
        </Table>
      </div>
    </Dialog>
  );
}

const failedText = (count: number): string => (count === 0 ? '' : `, ${countedText(count, 'fallido', 'fallidos')}`);
