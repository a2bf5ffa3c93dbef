import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { SavedView } from '@ceiba/contract/desk/views';
import type { Result } from '@ceiba/domain/result';
import { viewNameMaxLength } from '@ceiba/domain/views/view-limits';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { onceOptions } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { useReread } from '../actions/use-change.ts';
import type { ListState } from '../list/list-state.ts';
import { Button } from '../platform/button.tsx';
import { MenuItem, MenuPopup } from '../platform/menu-popup.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { call } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { knownQuery, viewParam } from './own-views.ts';

const viewOf = (views: readonly SavedView[], state: ListState): SavedView | undefined =>
  views.find(({ id }) => id === state.params.get(viewParam));

/** The shown list as the query of a view. */
const shownQuery = (state: ListState, columns: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(
    Object.keys(state.query)
      .filter((name) => name !== 'after' && name !== 'limit')
      .flatMap((name) => (state.params.get(name) ? [[name, state.params.get(name) ?? '']] : [])),
  ),
  columns: columns.join(','),
});

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);

type Sent = Promise<Result<{ data: SavedView }, ApiError>>;

const change = (
  view: SavedView,
  body: Partial<Pick<SavedView, 'name' | 'query' | 'isShared' | 'isPinned'>>,
  options: CallOptions,
): Sent => call('changeView', { params: { id: view.id }, body: { version: view.version, ...body } }, options);

/** Runs the opposite call (OFF-22). The call is refused if the view has changed since. */
const undo = async (opposite: (options: CallOptions) => Promise<Result<unknown, ApiError>>): Promise<void> => {
  const undone = await opposite(onceOptions());
  if (undone.ok) showToast('Deshecho');
  else showFailure(`No se pudo deshacer. ${refusalText(undone.error)}`);
};

/** Names the filters of the open view that its list no longer has (OFF-17). */
export function LostFilters({ views, state }: { views: readonly SavedView[]; state: ListState }) {
  const view = viewOf(views, state);
  if (view === undefined || view.unknown.length === 0) return null;
  return (
    <Note kind="warning" title={`La vista «${view.name}» usa filtros que esta lista ya no tiene`}>
      {`Se abrió sin ${view.unknown.map((name) => `«${name}»`).join(', ')}. `}
      {view.actions.includes('change') && 'Guarda los cambios de la vista para dejar de ver este aviso.'}
    </Note>
  );
}

/** "Guardar vista". For an open view, also shows the actions of this person. */
export function ViewMenu({
  list,
  views,
  state,
  columns,
}: {
  list: string;
  views: readonly SavedView[];
  state: ListState;
  columns: readonly string[];
}) {
  const may = useMay();
  const isWide = useIsWide();
  const { pathname } = useLocation();
  const reread = useReread();
  const [dialog, setDialog] = useState<'new' | 'edit'>();
  const view = viewOf(views, state);
  const query = shownQuery(state, columns);
  const open = (id: string | null): void => state.change({ [viewParam]: id }, { replace: true });

  const send = async (
    words: string,
    work: (options: CallOptions) => Sent,
    opposite: (saved: SavedView) => (options: CallOptions) => Promise<Result<unknown, ApiError>>,
  ) => {
    const sent = await work(onceOptions());
    if (!sent.ok) {
      await reread(sent.error);
      showFailure(refusalText(sent.error));
      return;
    }
    showToast(words, () => void undo(opposite(sent.value.data)));
  };
  const saveQuery = (of: SavedView) =>
    send(
      'Vista guardada',
      (options) => change(of, { query }, options),
      (saved) => (options) => change(saved, { query: knownQuery(of) }, options),
    );
  const pin = (of: SavedView) =>
    send(
      of.isPinned ? 'Vista quitada del menú' : 'Vista en el menú',
      (options) => change(of, { isPinned: !of.isPinned }, options),
      (saved) => (options) => change(saved, { isPinned: of.isPinned }, options),
    );
  const remove = async (of: SavedView): Promise<void> => {
    await send(
      'Vista borrada',
      (options) => call('removeView', { params: { id: of.id }, query: { version: String(of.version) } }, options),
      () => (options) =>
        call(
          'createView',
          {
            body: {
              ...{ list, name: of.name, query: knownQuery(of), isShared: of.isShared, isPinned: of.isPinned },
              ...(of.path !== null && { path: of.path }),
            },
          },
          options,
        ),
    );
    open(null);
  };

  return (
    <>
      {view === undefined ? (
        <Button size="small" icon="bookmark" aria-label="Guardar vista" onClick={() => setDialog('new')}>
          {isWide && 'Guardar vista'}
        </Button>
      ) : (
        <BaseMenu.Root>
          <BaseMenu.Trigger className="button button-small">
            <DeskIcon name="bookmark" />
            Vista
            <DeskIcon name="chevron-down" />
          </BaseMenu.Trigger>
          <MenuPopup side="bottom" align="end">
            {view.actions.includes('change') && !isSame(query, view.query) && (
              <MenuItem onClick={() => void saveQuery(view)}>Guardar los cambios</MenuItem>
            )}
            <MenuItem onClick={() => setDialog('new')}>Guardar como otra vista</MenuItem>
            {view.actions.includes('change') && (
              <MenuItem onClick={() => setDialog('edit')}>
                {view.actions.includes('share') ? 'Cambiar nombre o compartir' : 'Cambiar nombre'}
              </MenuItem>
            )}
            <MenuItem onClick={() => void pin(view)}>{view.isPinned ? 'Quitar del menú' : 'Poner en el menú'}</MenuItem>
            {view.actions.includes('remove') && (
              <MenuItem isDanger onClick={() => void remove(view)}>
                Eliminar la vista
              </MenuItem>
            )}
          </MenuPopup>
        </BaseMenu.Root>
      )}
      {dialog === 'new' && (
        <FieldDialog
          title="Guardar vista"
          text="Guarda los filtros, el orden y las columnas de esta lista."
          button="Guardar"
          fields={{
            name: { kind: 'text', label: 'Nombre', max: viewNameMaxLength },
            isShared: may('views.share') ? sharedField(false) : undefined,
            isPinned: {
              kind: 'flag',
              label: 'Menú',
              words: ['En mi menú, con su número', 'Solo en la lista'],
              value: 'false',
            },
          }}
          send={({ name, isShared, isPinned }, options) =>
            call(
              'createView',
              { body: { list, path: pathname, name, query, isShared: isShared ?? false, isPinned } },
              options,
            )
          }
          done="Vista guardada"
          undo={({ data }) =>
            () =>
              void undo((options) =>
                call('removeView', { params: { id: data.id }, query: { version: String(data.version) } }, options),
              )
            }
          onDone={({ data }) => open(data.id)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'edit' && view !== undefined && (
        <FieldDialog
          title="Cambiar la vista"
          button="Guardar"
          fields={{
            name: { kind: 'text', label: 'Nombre', max: viewNameMaxLength, value: view.name },
            isShared: view.actions.includes('share') ? sharedField(view.isShared) : undefined,
          }}
          send={({ name, isShared }, options) =>
            change(view, { name, ...(isShared !== undefined && { isShared }) }, options)
          }
          done="Vista cambiada"
          undo={({ data }) =>
            () =>
              void undo((options) =>
                change(
                  data,
                  { name: view.name, ...(data.isShared !== view.isShared && { isShared: view.isShared }) },
                  options,
                ),
              )
            }
          onDone={() => {}}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

const sharedField = (isShared: boolean) =>
  ({
    kind: 'flag',
    label: 'Quién la ve',
    words: ['Todo el equipo', 'Solo yo'],
    value: String(isShared),
  }) as const;
