import type { Till } from '@ceiba/contract/desk/tills';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { type Fact, Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { momentText, nothing } from '../platform/formats.ts';
import { EmptyNote, Note } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { allDeskKeys, callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { chooseTill, ownTillId } from './own-till.ts';
import { PayDesk, StoppedPayment, usePayment } from './pay-desk.tsx';
import { LastClosingFacts, TillDialog, type TillDialogName } from './till-counts.tsx';
import { TillLinks } from './till-links.tsx';
import { TillMovements } from './till-movements.tsx';

type TillRow = DeskAnswer<'listTills'>['data'][number];

/** "Caja" (CASH-01, CASH-02): this browser's till. The till is chosen once. */
export function Component() {
  const may = useMay();
  const [chosen, setChosen] = useState(ownTillId);
  /** True if the person wants another till. Then even a single till is not chosen automatically. */
  const [isChoosing, setIsChoosing] = useState(false);
  const payment = usePayment();
  const choose = (id: string): void => {
    chooseTill(id);
    setChosen(id);
    setIsChoosing(false);
  };
  const tills = useDeskQuery('listTills', { query: { limit: 100 } });
  return (
    <Loaded query={tills}>
      {({ data }) => {
        const till = isChoosing ? undefined : (data.find(({ id }) => id === chosen) ?? onlyOne(data));
        if (till === undefined) return <Choice tills={data} onChoose={choose} />;
        const hasOthers = data.length > 1 || may('settings.edit');
        const onLeave = hasOthers ? () => setIsChoosing(true) : undefined;
        return <AtTill key={till.id} id={till.id} onLeave={onLeave} payment={payment} />;
      }}
    </Loaded>
  );
}

const onlyOne = (tills: readonly TillRow[]): TillRow | undefined => {
  const named = tills.filter(({ isGeneral }) => !isGeneral);
  return named.length === 1 ? named[0] : undefined;
};

function Choice({ tills, onChoose }: { tills: readonly TillRow[]; onChoose: (id: string) => void }) {
  const may = useMay();
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const places = useDeskQuery('listPlaces', {}, { enabled: isAdding });
  return (
    <>
      <PageHead
        title="Caja"
        caption="¿En qué caja estás?"
        actions={
          <>
            <TillLinks />
            {may('settings.edit') && (
              <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
                Nueva caja
              </Button>
            )}
          </>
        }
      />
      {tills.length === 0 ? (
        <EmptyNote icon="wallet" title="Nada por aquí">
          Ninguna tienda tiene cajas todavía.
        </EmptyNote>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-3" aria-label="Cajas">
          {tills.map(({ id, name, storeName, state, openedBy }) => (
            <li key={id}>
              <Button block size="large" onClick={() => onChoose(id)}>
                <span className="stack gap-1">
                  <b className="font-semibold">{name}</b>
                  <small className="text-ink-soft">{storeName}</small>
                  <small className="text-ink-muted">
                    {state === 'open' ? `Abierta por ${openedBy ?? nothing}` : 'Cerrada'}
                  </small>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <FieldDialog
          title="Nueva caja"
          button="Crear caja"
          fields={{
            storeCode: {
              kind: 'option',
              label: 'Tienda',
              options: (places.data?.data ?? [])
                .filter(({ isPickup }) => isPickup)
                .map(({ storeCode, name }) => [storeCode, name] as const),
            },
            name: { kind: 'text', label: 'Nombre', max: 60 },
          }}
          send={(body, options) => call('createTill', { body }, options)}
          done="Caja creada"
          onDone={({ data }) => {
            // The choice shows the new till once the list contains it.
            void queries.invalidateQueries({ queryKey: callKey('listTills') }).then(() => onChoose(data.id));
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

interface AtTillProps {
  onLeave: (() => void) | undefined;
  payment: ReturnType<typeof usePayment>;
}

function AtTill({ id, ...props }: AtTillProps & { id: string }) {
  const till = useDeskQuery('getTill', { params: { id } }, { refetchInterval: 15_000 });
  return <Loaded query={till}>{({ data }) => <TillPage till={data} {...props} />}</Loaded>;
}

function TillPage({ till, onLeave, payment }: AtTillProps & { till: Till }) {
  const queries = useQueryClient();
  const may = useMay();
  const [asking, setAsking] = useState<TillDialogName>();
  const { id, name, storeName, state, closing, actions } = till;
  const isOpen = state === 'open';
  const can = (action: string): boolean => actions.includes(action);
  const reload = (): void => void queries.invalidateQueries({ queryKey: allDeskKeys });
  const keep = (data: Till): void => {
    queries.setQueryData(queryKeyOf('getTill', { params: { id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: callKey('listTills') });
  };
  return (
    <>
      <PageHead
        title="Caja"
        caption={`${name} · ${storeName}`}
        actions={
          <>
            <TillLinks look="ghost" />
            {onLeave && (
              <Button look="ghost" onClick={onLeave}>
                Cambiar de caja
              </Button>
            )}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-4 max-[1280px]:grid-cols-1">
        <div className="stack">
          {isOpen && can('pay') && <PayDesk till={till} payment={payment} onPaid={reload} />}
          {!isOpen && <StoppedPayment payment={payment} onLeave={onLeave} />}
          {isOpen && !can('pay') && (
            <Card title="La caja está abierta">
              <Note kind="info">Lo que debe tener se ve cuando la cuenten, al cerrar.</Note>
            </Card>
          )}
          {!isOpen && (
            <Card title="La caja está cerrada">
              {can('explain') && (
                <>
                  <Note kind="warning" title="Falta el motivo de la diferencia">
                    El último cierre no cuadró. Escribe por qué para poder abrir la caja.
                  </Note>
                  <Button
                    look="primary"
                    size="large"
                    icon="pencil"
                    aria-haspopup="dialog"
                    onClick={() => setAsking('explain')}
                  >
                    Escribir el motivo
                  </Button>
                </>
              )}
              {can('open') && (
                <>
                  <Note kind="info">Cuenta el efectivo con que empieza y ábrela para cobrar.</Note>
                  <Button
                    look="primary"
                    size="large"
                    icon="wallet"
                    aria-haspopup="dialog"
                    onClick={() => setAsking('open')}
                  >
                    Abrir caja
                  </Button>
                </>
              )}
              {closing && (
                <LastClosingFacts
                  till={till}
                  closing={closing}
                  {...(can('recount') && closing.amounts !== null && { onRecount: () => setAsking('recount') })}
                />
              )}
            </Card>
          )}
        </div>
        <aside className="stack">
          <TillCard till={till}>
            {can('close') && (
              <div className="flex items-center gap-2 flex-wrap">
                <Button
                  className="min-w-0 flex-1 wrap-anywhere"
                  aria-haspopup="dialog"
                  onClick={() => setAsking('move')}
                >
                  Retiro
                </Button>
                <Button
                  className="min-w-0 flex-1 wrap-anywhere"
                  aria-haspopup="dialog"
                  onClick={() => setAsking('close')}
                >
                  Cerrar caja
                </Button>
                {can('recountFloat') && (
                  <Button
                    className="min-w-0 flex-1 wrap-anywhere"
                    look="ghost"
                    aria-haspopup="dialog"
                    onClick={() => setAsking('recountFloat')}
                  >
                    Corregir el fondo
                  </Button>
                )}
              </div>
            )}
          </TillCard>
          {isOpen && <TillMovements till={till} onChanged={reload} />}
          {may('tills.read') && <HistoryCard entity="tills" entityId={till.id} version={till.version} />}
        </aside>
      </div>
      {asking && (
        <TillDialog
          key={asking}
          till={till}
          asking={asking}
          onDone={(data) => {
            keep(data);
            // The person who closed with a difference explains the difference immediately.
            if (asking === 'close' && data.actions.includes('explain')) setAsking('explain');
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function TillCard({ till, children }: { till: Till; children?: ReactNode }) {
  const { name, storeName, state, openedBy, openedAt } = till;
  const isOpen = state === 'open';
  const facts: readonly Fact[] = [
    ['Tienda', storeName],
    ['Abrió', openedAt === null ? nothing : `${openedBy ?? ''}, ${momentText(openedAt)}`],
  ];
  return (
    <Card
      title={name}
      actions={
        <Pill look={isOpen ? 'good' : 'stone'} icon={isOpen ? 'circle-check' : 'lock'}>
          {isOpen ? 'Abierta' : 'Cerrada'}
        </Pill>
      }
    >
      <Facts facts={facts} />
      {children}
    </Card>
  );
}
