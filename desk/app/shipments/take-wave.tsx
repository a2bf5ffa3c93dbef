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

/** Maximum number of shipments in a wave (WORK-06). */
const maxInWave = 20;

/** A press after a lost answer takes no second wave, but opens the taken wave. */
export function TakeButton({ place: { storeCode, ready }, className }: { place: Place; className?: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { isSending, send } = useChange();
  const most = Math.min(maxInWave, ready.all);
  const take = async (): Promise<void> => {
    const answer = await send((options) => call('takePick', { body: { storeCode, limit: maxInWave } }, options));
    if (answer.ok && answer.value.data.id !== null) return void navigate(`/preparacion/tanda/${answer.value.data.id}`);
    showFailure(answer.ok ? 'Alguien más los tomó. No queda ninguno por preparar.' : refusalText(answer.error));
    // The shipments may be in a wave by now.
    await queries.invalidateQueries({ queryKey: callKey('getPreparation') });
  };
  return (
    <Button
      {...(className !== undefined && { className })}
      look="primary"
      icon="scan-barcode"
      loading={isSending}
      onClick={() => void take()}
    >
      {most === 1 ? 'Tomar 1 envío' : `Tomar ${most} envíos`}
    </Button>
  );
}

/** The person's own waves that are not packed yet. */
export function OwnWaves({ picks }: { picks: Preparation['picks'] }) {
  return picks.map(({ id, shipments, units, picked }) => (
    <div key={id} className="card flex items-center gap-4 px-4 py-3 max-lg:flex-wrap">
      <DeskIcon name="scan-barcode" size="md" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">{`Tu tanda ${id}`}</b>
        <small className="block text-dense whitespace-nowrap text-ink-soft tabular-nums">
          {`${picked} de ${countedText(units, 'unidad', 'unidades')}, ${countedText(shipments, 'envío', 'envíos')}`}
        </small>
      </span>
      <progress className="w-60 max-lg:hidden" value={picked} max={units} aria-label={`Leídas de la tanda ${id}`} />
      <ButtonLink size="small" to={`/preparacion/tanda/${id}`} aria-label={`Continuar la tanda ${id}`}>
        Continuar
      </ButtonLink>
    </div>
  ));
}
