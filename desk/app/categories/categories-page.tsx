import { maxLevels } from '@ceiba/contract/desk/category-fields';
import { categoryStates } from '@ceiba/contract/desk/lists/categories';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useChange } from '../actions/use-change.ts';
import { Loaded } from '../detail/detail-frame.tsx';
import { Button, ButtonLink, IconButton } from '../platform/button.tsx';
import { TextField } from '../platform/field.tsx';
import { EmptyNote, Note, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { showToast } from '../platform/toasts.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { call } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { NewCategoryDialog } from './category-dialogs.tsx';
import {
  arranged,
  branchOf,
  type CategoryRow,
  canMoveTo,
  placeAt,
  placeByKey,
  productsBelow,
  useTree,
} from './category-tree.ts';
import { statePills } from './state-pills.ts';
import { useMoves } from './use-moves.ts';

/** "Categorías" (PROD-08): the tree, ordered by drag or by keys. */
export function Component() {
  const tree = useTree();
  return <Loaded query={tree}>{(rows) => (rows.length === 0 ? <NoCategories /> : <Tree rows={rows} />)}</Loaded>;
}

/** Shown in a shop without categories. One press creates the standard tree; a person can also add the first category by hand. */
function NoCategories() {
  const may = useMay();
  const queries = useQueryClient();
  const { send, isSending, error } = useChange();
  const [isMaking, setIsMaking] = useState(false);
  const create = async (): Promise<void> => {
    const sent = await send((options) => call('createStandardCategories', { body: {} }, options));
    if (!sent.ok) return;
    showToast(`${sent.value.data.created} categorías creadas`);
    await queries.invalidateQueries({ queryKey: allDeskKeys });
  };
  return (
    <>
      <PageHead title="Categorías" />
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <EmptyNote
        icon="boxes"
        title="Todavía no hay categorías"
        actions={
          may('catalog.edit') && (
            <>
              <Button look="primary" icon="boxes" loading={isSending} onClick={() => void create()}>
                Usar el árbol estándar de electrónica
              </Button>
              <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
                Nueva categoría
              </Button>
            </>
          )
        }
      >
        Las categorías ordenan los productos y forman el menú de la tienda. Empieza con el árbol que usan las tiendas de
        electrónica de Guatemala, y cámbialo como quieras.
      </EmptyNote>
      {isMaking && <NewCategory rows={[]} onClose={() => setIsMaking(false)} />}
    </>
  );
}

function NewCategory({ rows, onClose }: { rows: readonly CategoryRow[]; onClose: () => void }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <NewCategoryDialog
      rows={rows}
      parentId={params.get('debajo')}
      onMade={({ id }) => {
        void queries.invalidateQueries({ queryKey: allDeskKeys });
        void navigate(`/productos/categorias/${id}`);
      }}
      onClose={onClose}
    />
  );
}

const countText = (products: number): string =>
  products === 1 ? '1 producto' : `${products.toLocaleString('es-GT')} productos`;

/** If the tree has more rows, only its first level is open at first. */
const maxOpen = 150;

type Zone = 'before' | 'inside' | 'after';

interface Drag {
  id: string;
  over?: { id: string; zone: Zone };
}

function Tree({ rows }: { rows: readonly CategoryRow[] }) {
  const may = useMay()('catalog.edit');
  const [params, setParams] = useSearchParams();
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(rows.length > maxOpen ? rows.map(({ id }) => id) : []),
  );
  const [words, setWords] = useState('');
  const { move, isSending, said } = useMoves(rows);
  const [drag, setDrag] = useState<Drag>();
  const moved = useRef<string>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const handleOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-category="${id}"] [data-handle]`);
  // The row moved within the document, and the browser may have dropped the focus of its handle.
  useEffect(() => {
    if (moved.current !== undefined && rows.length > 0) handleOf(moved.current)?.focus();
  });
  const found = foldText(words.trim());
  const hits = new Set(
    rows.filter(({ title, path }) => foldText(title).includes(found) || path.includes(found)).map(({ id }) => id),
  );
  // A branch counts its own products and the products of all categories below.
  const counts = productsBelow(rows);
  const parents = new Set(rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])));
  const shown = arranged(rows, ({ id }) => found !== '' || !closed.has(id)).filter(
    ({ id }) => found === '' || [...branchOf(rows, id)].some((each) => hits.has(each)),
  );
  const toggle = (id: string): void =>
    setClosed((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));

  const zoneAt = (event: PointerEvent, id: string): Drag['over'] => {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-category]');
    const over = rows.find((row) => row.id === target?.dataset['category']);
    const self = rows.find((row) => row.id === id);
    if (!target || over === undefined || self === undefined || over.id === id) return undefined;
    const { top, height } = target.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    const zone = part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside';
    return canMoveTo(rows, self, placeAt(rows, over, zone)) ? { id: over.id, zone } : undefined;
  };
  const drop = (): void => {
    const self = rows.find(({ id }) => id === drag?.id);
    const over = rows.find(({ id }) => id === drag?.over?.id);
    if (self && over && drag?.over) {
      moved.current = undefined;
      void move(self, placeAt(rows, over, drag.over.zone));
    }
    setDrag(undefined);
  };

  return (
    <>
      <PageHead
        title="Categorías"
        caption={rows.length === 1 ? '1 categoría' : `${rows.length.toLocaleString('es-GT')} categorías`}
        actions={
          <>
            <ButtonLink look="ghost" to="/productos/atributos">
              Atributos
            </ButtonLink>
            <ButtonLink look="ghost" to="/productos/marcas">
              Marcas
            </ButtonLink>
            <ButtonLink look="ghost" to="/productos/vendedores">
              Vendedores
            </ButtonLink>
            {may && (
              <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setParams({ nueva: '' })}>
                Nueva categoría
              </Button>
            )}
          </>
        }
      />
      <section className="card max-w-[960px]">
        <div className="grid gap-2 p-4">
          <TextField
            label="Buscar categoría"
            value={words}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
          />
          {may && (
            <p id="category-keys" className="text-xs text-ink-muted">
              Arrastra una categoría desde su asa.{' '}
              <span className="max-lg:sr-only">
                Con el teclado, párate en el asa y usa las flechas: arriba y abajo cambian su lugar, derecha la pone
                debajo de la anterior e izquierda la saca.
              </span>
            </p>
          )}
        </div>
        <p className="sr-only" role="status">
          {said}
        </p>
        <ul ref={list} className="divide-y divide-border border-t border-border" aria-label="Árbol de categorías">
          {shown.map((row) => (
            <li
              key={row.id}
              data-category={row.id}
              className={cx(
                'relative flex min-h-12 items-center gap-1 pr-4 pl-2',
                row.level === 2 && 'pl-8 max-lg:pl-5',
                row.level > 2 && 'pl-14 max-lg:pl-8',
                drag?.id === row.id && 'opacity-50',
                drag?.over?.id === row.id && drag.over.zone === 'inside' && 'bg-primary-soft',
                drag?.over?.id === row.id &&
                  drag.over.zone === 'before' &&
                  'shadow-[inset_0_3px_0_var(--color-quetzal-300)]',
                drag?.over?.id === row.id &&
                  drag.over.zone === 'after' &&
                  'shadow-[inset_0_-3px_0_var(--color-quetzal-300)]',
              )}
            >
              {may && (
                <button
                  type="button"
                  data-handle=""
                  aria-label={`Mover ${row.title}`}
                  aria-describedby="category-keys"
                  aria-disabled={isSending || undefined}
                  className="icon-button cursor-grab touch-none text-ink-muted"
                  onKeyDown={(event) => {
                    if (event.key === 'Escape') setDrag(undefined);
                    const place = placeByKey(rows, row, event.key);
                    if (!event.key.startsWith('Arrow')) return;
                    event.preventDefault();
                    if (place === undefined) return;
                    moved.current = row.id;
                    if (place.parentId !== null && closed.has(place.parentId)) toggle(place.parentId);
                    void move(row, place);
                  }}
                  onBlur={() => {
                    if (!isSending) moved.current = undefined;
                  }}
                  onPointerDown={(event) => {
                    if (event.button !== 0) return;
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDrag({ id: row.id });
                  }}
                  onPointerMove={(event) => {
                    if (drag?.id !== row.id) return;
                    const over = zoneAt(event, row.id);
                    setDrag({ id: row.id, ...(over && { over }) });
                  }}
                  onPointerUp={drop}
                  onPointerCancel={() => setDrag(undefined)}
                >
                  <DeskIcon name="grip-vertical" />
                </button>
              )}
              {parents.has(row.id) ? (
                <IconButton
                  label={`${closed.has(row.id) ? 'Abrir' : 'Cerrar'} ${row.title}`}
                  icon={closed.has(row.id) ? 'chevron-right' : 'chevron-down'}
                  size="sm"
                  aria-expanded={!closed.has(row.id)}
                  onClick={() => toggle(row.id)}
                />
              ) : (
                <span className="w-8 flex-none" aria-hidden="true" />
              )}
              <span className="flex min-w-0 flex-1 items-center gap-x-3 max-lg:flex-wrap max-lg:py-1.5">
                <Link to={`/productos/categorias/${row.id}`} className="link min-w-0 lg:flex-1 lg:py-2">
                  {row.title}
                </Link>
                {row.state !== 'visible' && <Pill {...statePills[row.state]}>{categoryStates[row.state]}</Pill>}
                <span className="flex-none text-xs whitespace-nowrap text-ink-muted tabular-nums max-lg:w-full">
                  {countText(counts.get(row.id) ?? 0)}
                </span>
              </span>
              {may && row.level < maxLevels && (
                <IconButton
                  label={`Nueva categoría debajo de ${row.title}`}
                  icon="plus"
                  size="sm"
                  onClick={() => setParams({ nueva: '', debajo: row.id })}
                />
              )}
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="p-4 text-ink-muted">Ninguna categoría tiene esas palabras.</p>}
      </section>
      {may && params.has('nueva') && (
        <NewCategory key={params.get('debajo')} rows={rows} onClose={() => setParams({}, { replace: true })} />
      )}
    </>
  );
}
