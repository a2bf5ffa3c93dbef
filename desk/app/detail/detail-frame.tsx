import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../platform/button.tsx';
import { FailureNote, Note } from '../platform/notes.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { DetailForm, Versioned } from './use-detail-form.ts';

/** Content and, from 1280 px beside it, an aside of 352; below that one column. */
export function DetailFrame({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={cx('detail', aside === undefined && 'alone')}>
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
          {actions !== undefined && <span className="acts row">{actions}</span>}
        </header>
      )}
      {isBare ? children : <div className="pad stack">{children}</div>}
    </section>
  );
}

/** What a page shows while its entity is read, or when it could not be; its children get what was answered. */
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
      <span className="sr">Cargando…</span>
      {[0, 1, 2].map((card) => (
        <div key={card} className="card pad stack" aria-hidden="true">
          <span className="sk w40" />
          <span className="sk w80" />
          <span className="sk w60" />
        </div>
      ))}
    </div>
  );
}

/**
 * Under a form: whether something is not saved, the buttons, and what stands in the way of a save. Its dialogs come with it.
 * `isMoreTyped`: the page has words of its own that are not sent; a page has one guard, as the router knows no more.
 */
export function SaveBar<V extends FieldValues, E extends Versioned>({
  detail,
  isMoreTyped = false,
}: {
  detail: DetailForm<V, E>;
  isMoreTyped?: boolean;
}) {
  const { dirty, isSaving, refused } = detail;
  const isDirty = dirty.length > 0;
  return (
    <>
      {refused !== undefined && <Note kind="error">{refused}</Note>}
      <div className="savebar" hidden={!isDirty && !isSaving}>
        <span className="muted" aria-live="polite">
          {isDirty ? (dirty.length === 1 ? '1 campo sin guardar' : `${dirty.length} campos sin guardar`) : ''}
        </span>
        <span className="end">
          <Button onClick={detail.discard} disabled={isSaving}>
            Cancelar
          </Button>
          <Button look="primary" loading={isSaving} onClick={detail.save}>
            Guardar
            <kbd className="only-d">Ctrl S</kbd>
          </Button>
        </span>
      </div>
      <ConflictDialog detail={detail} />
      <LeaveGuard isDirty={isDirty || isMoreTyped} />
    </>
  );
}
