import type { FlagName } from '@ceiba/domain/flags/flags';
import { useQueryClient } from '@tanstack/react-query';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { momentText } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

/** The words of each flag. A flag without words does not compile. */
const flagWords: Readonly<Record<FlagName, { label: string; hint: string }>> = {
  coupons: { label: 'Cupones', hint: 'Los clientes escriben un código en el carrito.' },
  pointsMax: { label: 'Puntos de la tienda', hint: 'Se ofrecen al pagar.' },
  pointsBi: { label: 'Puntos de Banco Industrial', hint: 'Se ofrecen al pagar.' },
  pointsBac: { label: 'Puntos de BAC Credomatic', hint: 'Se ofrecen al pagar.' },
  pointsCash: { label: 'Cash Visanet', hint: 'Se ofrece al pagar.' },
  pointsPromerica: { label: 'Puntos de Promerica', hint: 'Reservado: todavía no se puede pagar con ellos.' },
  pointsBam: { label: 'Puntos de BAM', hint: 'Reservado: todavía no se puede pagar con ellos.' },
  thirdPartyPoints: { label: 'Puntos en productos de terceros', hint: 'Apagada, solo en los de la tienda.' },
  motorcycleAddToCart: { label: 'Motos en el carrito', hint: 'Apagada, una moto solo se vende en tienda.' },
  warrantyImmediateRemoval: {
    label: 'Quitar garantías',
    hint: 'El cliente puede quitar una garantía con «Borrar selección».',
  },
};

type Flag = DeskAnswer<'listDeskFlags'>['data'][number];

/**
 * "Funciones": switches the features of the shop on and off (DEC-158, PROD-16). A switch has an immediate effect, and
 * can be undone (OFF-22).
 */
export function Component() {
  const flags = useDeskQuery('listDeskFlags', {}, { staleTime: 0 });
  return (
    <>
      <PageHead title="Funciones" path={[{ label: 'Ajustes', to: '/ajustes' }]} />
      <Loaded query={flags}>
        {({ data }) => (
          <Card title="Lo que ofrece la tienda" isBare>
            <RowList>
              {data.map((flag) => (
                <FlagRow key={flag.name} flag={flag} />
              ))}
            </RowList>
          </Card>
        )}
      </Loaded>
    </>
  );
}

const stateText = (isOn: boolean): string => (isOn ? 'encendida' : 'apagada');

function FlagRow({ flag }: { flag: Flag }) {
  const { name, isOn, standard, changedAt } = flag;
  const { label, hint } = flagWords[name];
  const changed = changedAt === null ? '' : ` · Último cambio: ${momentText(changedAt)}`;
  return (
    <li className="flex flex-wrap items-start gap-2">
      <span className="min-w-0 flex-1 basis-64">
        <b className="font-semibold">{label}</b>{' '}
        {isOn ? (
          <Pill look="good" icon="circle-check">
            Encendida
          </Pill>
        ) : (
          <Pill look="stone" icon="circle">
            Apagada
          </Pill>
        )}
        <small className="text-ink-muted">{hint}</small>
        <small className="text-ink-muted">{`Estándar: ${stateText(standard)}${changed}`}</small>
      </span>
      <FlagActions flag={flag} label={label} />
    </li>
  );
}

function FlagActions({ flag: { name, isOn, version }, label }: { flag: Flag; label: string }) {
  const queries = useQueryClient();
  const change =
    (to: boolean, from: number): NonNullable<DeskAction['run']> =>
    async (options) => {
      const changed = await call('changeFlag', { params: { name }, body: { version: from, isOn: to } }, options);
      await queries.invalidateQueries({ queryKey: callKey('listDeskFlags') });
      return changed;
    };
  const action: DeskAction = {
    verb: `switch-${name}`,
    label: isOn ? 'Apagar' : 'Encender',
    permission: 'flags.edit',
    done: `${label}: ${stateText(!isOn)}`,
    run: change(!isOn, version),
    // The change has given the flag its next version.
    undo: change(isOn, version + 1),
  };
  return (
    <span className="flex items-center gap-2">
      <HistoryButton of={label} entity="flags" entityId={name} />
      <ActionButtons actions={[action]} size="small" />
    </span>
  );
}
