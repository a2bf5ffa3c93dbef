import { banners } from '@ceiba/contract/desk/entities/banners';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../actions/use-change.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { ButtonLink, IconButton } from '../platform/button.tsx';
import { EmptyNote, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';

type Banner = DeskAnswer<'listBanners'>['data'][number];
type Place = Banner['place'];

const places = Object.entries(banners.fields.place.values) as [Place, string][];

/** "Orden de los banners": orders the banners of each place by drag or by keys (PROD-15). */
export function Component() {
  const list = useDeskQuery(
    'listBanners',
    { query: { sort: 'position', state: 'current,planned', limit: 100 } },
    { staleTime: 0 },
  );
  return (
    <>
      <PageHead title="Orden de los banners" path={[{ label: 'Banners', to: '/contenido/banners' }]} />
      <DetailFrame>
        <Loaded query={list}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyNote
                icon="megaphone"
                title="Todavía no hay banners"
                actions={
                  <ButtonLink look="primary" icon="plus" to="/contenido/banners/+">
                    Nuevo banner
                  </ButtonLink>
                }
              >
                Los banners son las fotos grandes de la página de inicio.
              </EmptyNote>
            ) : (
              places.map(([place, label]) => (
                <PlaceCard
                  key={place}
                  place={place}
                  label={label}
                  rows={data.filter((banner) => banner.place === place)}
                />
              ))
            )
          }
        </Loaded>
      </DetailFrame>
    </>
  );
}

const pillOf = (state: string) =>
  state === 'planned' ? ({ look: 'stone', icon: 'clock' } as const) : ({ look: 'good', icon: 'circle-check' } as const);

const stepOfKey: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function PlaceCard({ place, label, rows }: { place: Place; label: string; rows: readonly Banner[] }) {
  const queries = useQueryClient();
  const { send, isSending } = useChange();
  const [unsaved, setUnsaved] = useState<readonly Banner[]>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const shown = unsaved ?? rows;
  const order = shown.map(({ id }) => id).join();
  const movedId = useRef<string>(undefined);
  // The focus follows the banner that moved, also if a refusal moves it back.
  useEffect(() => {
    if (order.split(',').includes(movedId.current ?? ''))
      list.current?.querySelector<HTMLElement>(`[data-handle="${movedId.current}"]`)?.focus();
  }, [order]);
  const move = async (from: number, to: number): Promise<void> => {
    const banner = shown[from];
    if (banner === undefined || to < 0 || to >= shown.length || from === to || isSending) return;
    const next = shown.toSpliced(from, 1).toSpliced(to, 0, banner);
    movedId.current = banner.id;
    setUnsaved(next);
    const body = { place, before: rows.map(({ id }) => id), banners: next.map(({ id }) => id) };
    const sent = await send((options) => call('orderBanners', { body }, options));
    if (sent.ok) {
      await queries.invalidateQueries({ queryKey: allDeskKeys });
      setSaid(`${banner.title}: lugar ${to + 1} de ${next.length}.`);
      showToast('Orden guardado');
    } else showFailure(`El orden no se guardó. ${refusalText(sent.error)}`);
    setUnsaved(undefined);
  };
  if (rows.length === 0) return null;
  return (
    <Card
      title={label}
      actions={<small className="text-xs text-ink-muted max-lg:hidden">Arrastra, o usa Alt y flechas.</small>}
      isBare
    >
      <p className="sr-only" role="status">
        {said}
      </p>
      <ul ref={list} className="divide-y divide-border" aria-label={label} aria-busy={isSending}>
        {shown.map((banner, at) => (
          <OrderRow
            key={banner.id}
            banner={banner}
            at={at}
            count={shown.length}
            drag={`application/x-ceiba-${place.replace('_', '-')}`}
            onMove={(from, to) => void move(from, to)}
          />
        ))}
      </ul>
    </Card>
  );
}

function OrderRow({
  banner: { id, title, picture, state },
  at,
  count,
  drag,
  onMove,
}: {
  banner: Banner;
  at: number;
  count: number;
  /** The type of the dragged data. Each place has a separate type, so that a banner cannot be dropped in another place. */
  drag: string;
  onMove: (from: number, to: number) => void;
}) {
  const press = (event: KeyboardEvent): void => {
    const by = stepOfKey[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(at, at + by);
  };
  return (
    <li
      className="flex min-h-14 flex-wrap items-center gap-2 px-3 py-2"
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData(drag, String(at))}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(drag)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(drag);
        if (from === '') return;
        event.preventDefault();
        onMove(Number(from), at);
      }}
    >
      <button
        type="button"
        data-handle={id}
        className="icon-button cursor-grab"
        aria-label={`Mover ${title}, lugar ${at + 1} de ${count}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={press}
      >
        <DeskIcon name="grip-vertical" />
      </button>
      <img src={picture} alt="" className="h-10 w-20 rounded-xs bg-surface-sunken object-cover" draggable={false} />
      <Link to={`/contenido/banners/${id}`} className="link min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
        {title}
      </Link>
      <Pill {...pillOf(state)}>{banners.fields.state.values[state]}</Pill>
      <span className="flex">
        <IconButton label={`Subir ${title}`} icon="arrow-up" disabled={at === 0} onClick={() => onMove(at, at - 1)} />
        <IconButton
          label={`Bajar ${title}`}
          icon="arrow-down"
          disabled={at === count - 1}
          onClick={() => onMove(at, at + 1)}
        />
      </span>
    </li>
  );
}
