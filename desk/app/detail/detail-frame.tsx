import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../platform/button.tsx';
import { RequiredNote } from '../platform/field.tsx';
import { FailureNote, Note } from '../platform/notes.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { DetailForm, Versioned } from './use-detail-form.ts';

/** Content and an aside of 352 px, side by side from 1280 px; below that one column. */
export function DetailFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div
      className={cx(
        'grid items-start gap-4 max-lg:gap-3',
        aside === undefined
          ? 'max-w-[960px] grid-cols-1'
          : 'grid-cols-[minmax(0,1fr)_var(--desk-aside)] max-[1280px]:grid-cols-1',
      )}
    >
      <div className="stack">{children}</div>
      {aside !== undefined && <aside className="stack">{aside}</aside>}
    </div>
  );
}

/** A part of a page with its title. */
export function Card({
  title,
  actions,
  children,
  isBare = false,
  id,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  isBare?: boolean;
  id?: string;
}) {
  return (
    <section className="card" id={id}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {actions !== undefined && <span className="ml-auto flex items-center gap-2">{actions}</span>}
        </header>
      )}
      {isBare ? children : <div className="stack p-4">{children}</div>}
    </section>
  );
}

/** Shows a skeleton while an entity loads, or the reason why it did not load. Then renders `children` with the answer. */
export function Loaded<T>({
  query,
  children,
}: {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <FailureNote error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="stack" role="status">
      <span className="sr-only">Cargando…</span>
      {[0, 1, 2].map((card) => (
        <div key={card} className="card stack p-4" aria-hidden="true">
          <span className="skeleton w-2/5" />
          <span className="skeleton w-4/5" />
          <span className="skeleton w-3/5" />
        </div>
      ))}
    </div>
  );
}

/** The bar with the buttons of unsaved changes, at the page's lower edge. `text`: the number of these changes. */
export function SaveStrip({
  text,
  isShown,
  isSending,
  onDiscard,
  onSave,
}: {
  text: string;
  isShown: boolean;
  isSending: boolean;
  onDiscard: () => void;
  onSave: () => void;
}) {
  // The bar appears with the first typed letter. The bar must not cover this field.
  useEffect(() => {
    if (isShown) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div
      className="sticky bottom-0 -mx-6 mt-auto -mb-6 flex flex-wrap items-center gap-3 bg-surface px-6 py-2.5 shadow-bar max-lg:fixed max-lg:inset-x-0 max-lg:bottom-15 max-lg:z-(--z-sticky) max-lg:m-0 max-lg:px-4"
      hidden={!isShown}
      data-save-bar={isShown || undefined}
    >
      <span className="text-ink-muted" aria-live="polite">
        {text}
      </span>
      <span className="ml-auto flex min-w-0 flex-wrap gap-2 *:whitespace-nowrap max-lg:flex-auto max-lg:*:min-h-12 max-lg:*:flex-auto">
        <Button onClick={onDiscard} disabled={isSending}>
          Cancelar
        </Button>
        <Button look="primary" loading={isSending} onClick={onSave}>
          Guardar
          <kbd className="max-lg:hidden">Ctrl S</kbd>
        </Button>
      </span>
    </div>
  );
}

/** The text of `SaveStrip`: "1 campo sin guardar". Empty if all fields are saved. */
export const unsavedText = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 campo sin guardar' : `${count} campos sin guardar`;

/**
 * The bar below a form: the mark of unsaved changes, the buttons, the errors of a save, and its dialogs. `isMoreTyped`: the page has other unsent
 * text. The bar also guards that text, because the router supports only one guard per page.
 */
export function SaveBar<V extends FieldValues, E extends Versioned>({
  detail,
  isMoreTyped = false,
}: {
  detail: DetailForm<V, E>;
  isMoreTyped?: boolean;
}) {
  const { dirty, isSending, said } = detail;
  const isDirty = dirty.length > 0;
  return (
    <>
      <RequiredNote />
      {said !== undefined && <Note kind="error">{said}</Note>}
      <SaveStrip
        text={unsavedText(dirty.length)}
        isShown={isDirty || isSending}
        isSending={isSending}
        onDiscard={detail.discard}
        onSave={() => void detail.save()}
      />
      <ConflictDialog detail={detail} />
      <LeaveGuard isDirty={isDirty || isMoreTyped} />
    </>
  );
}
