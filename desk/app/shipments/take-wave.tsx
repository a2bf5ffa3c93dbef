import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useChange } from '../actions/use-change.ts';
import { Button, ButtonLink } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { refusalText } from '../platform/notes.tsx';
import { showFailure } from '../platform/toasts.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type Preparation = DeskAnswer<'getPreparation'>['data'];
export type Place = Preparation['places'][number];

/** Of a wave, at most (WORK-06). */
const mostInWave = 20;

/** A press after a lost answer takes no other wave: it leads to the one that was taken. */
export function TakeButton({ place: { storeCode, ready } }: { place: Place }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { isSending, send } = useChange();
  const most = Math.min(mostInWave, ready.all);
  const take = async (): Promise<void> => {
    const taken = await send((options) => call('takePick', { body: { storeCode, limit: mostInWave } }, options));
    if (taken.ok && taken.value.data.id !== null) return void navigate(`/preparacion/tanda/${taken.value.data.id}`);
    showFailure(taken.ok ? 'Alguien más los tomó. No queda ninguno por preparar.' : refusalText(taken.error));
    // What was taken may be a wave by now.
    await queries.invalidateQueries({ queryKey: callKey('getPreparation') });
  };
  return (
    <Button look="primary" icon="scan-barcode" loading={isSending} onClick={() => void take()}>
      {most === 1 ? 'Tomar 1 envío' : `Tomar ${most} envíos`}
    </Button>
  );
}

/** Waves of one's own that are not packed yet. */
export function OwnWaves({ picks }: { picks: Preparation['picks'] }) {
  return picks.map(({ id, shipments, units, picked }) => (
    <div key={id} className="card wave">
      <DeskIcon name="scan-barcode" size="md" />
      <span className="grow">
        <b>{`Tu tanda ${id}`}</b>
        <small className="soft num">
          {`${picked} de ${countedText(units, 'unidad', 'unidades')}, ${countedText(shipments, 'envío', 'envíos')}`}
        </small>
      </span>
      <progress className="only-d" value={picked} max={units} aria-label={`Leídas de la tanda ${id}`} />
      <ButtonLink size="small" to={`/preparacion/tanda/${id}`} aria-label={`Continuar la tanda ${id}`}>
        Continuar
      </ButtonLink>
    </div>
  ));
}
