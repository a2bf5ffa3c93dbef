import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { ApiError } from '@ceiba/contract/client';
import { isPermission, permissionLabels } from '@ceiba/domain/staff/permissions';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { momentText } from './formats.ts';

const looks = {
  warning: ['bg-warning-soft text-on-warning-soft', 'triangle-alert'],
  error: ['bg-danger-soft text-on-danger-soft', 'circle-alert'],
  good: ['bg-success-soft text-on-success-soft', 'circle-check'],
  info: ['bg-info-soft text-on-info-soft', 'info'],
} as const satisfies Record<string, readonly [string, DeskIconName]>;

/** A box with an icon and a text. Screen readers announce an error when it appears. */
export function Note({
  kind,
  title,
  children,
  actions,
  isNews = kind === 'error',
}: {
  kind: keyof typeof looks;
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  isNews?: boolean;
}) {
  const [look, icon] = looks[kind];
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 rounded-sm border-l-4 border-current px-3.5 py-2.5 max-lg:flex-wrap',
        look,
      )}
      role={isNews ? 'alert' : undefined}
    >
      <DeskIcon name={icon} className="mt-0.5" />
      <div className="max-lg:min-w-0 max-lg:flex-[1_1_10rem]">
        {title && <b className="font-semibold">{title}</b>}
        {children !== undefined && <div className="text-ink-soft">{children}</div>}
      </div>
      {actions && <span className="ml-auto flex gap-2 self-center max-lg:flex-wrap">{actions}</span>}
    </div>
  );
}

/** The text of a conflict. Names the person who saved first and the time, if the server returns both (OFF-21). */
const conflictText = ({ metadata: { changedBy, changedAt } }: ApiError): string => {
  const who = typeof changedBy === 'string' && changedBy !== '' ? changedBy : 'Alguien más';
  const when = typeof changedAt === 'string' && changedAt !== '' ? ` (${momentText(changedAt)})` : '';
  return `${who} lo cambió antes${when}. Revísalo como está ahora y vuelve a intentarlo.`;
};

/** The text that names the order for which a receipt was already used (CASH-02, CASH-10). */
const receiptText = ({ message, metadata: { orderNumber } }: ApiError): string =>
  typeof orderNumber === 'string' ? `Este comprobante ya se usó en la orden ${orderNumber}.` : message;

/** Texts that say more than the server's message, by error code. */
const textsByCode: Partial<Record<ApiError['code'], (error: ApiError) => string>> = {
  VERSION_CONFLICT: conflictText,
  RECEIPT_USED: receiptText,
};

/**
 * Returns the text of a refusal, for places without fields. A missing answer or a limit has a general text. Other refusals have the server's
 * messages, also the messages of fields.
 */
export const refusalText = (error: ApiError): string => {
  // An earlier call with the same key succeeded, but its answer got lost.
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return 'Lo que enviaste antes sí se guardó. Cierra y revísalo.';
  const serverText = [textsByCode[error.code]?.(error) ?? error.message, ...Object.values(error.metadata.fields ?? {})]
    .filter((text) => text !== '')
    .join(' ');
  // A limit without a waiting time, such as mails per day, has its own message.
  if (error.code === 'RATE_LIMITED' && error.retryAfter === undefined && serverText !== '') return serverText;
  const { title, message } = failureWords(new ApiFailure(error), {
    title: '',
    message: serverText === '' ? 'Vuelve a intentarlo en un momento.' : serverText,
  });
  return title === '' ? message : `${title}. ${message}`;
};

/** Returns whether a refusal has a message for this field. */
export const isOfField = (error: ApiError, field: string): boolean => error.metadata.fields?.[field] !== undefined;

/** The text of a refusal for a place with one field: the server's message for that field, or else the text of `refusalText`. */
export const fieldRefusalText = (error: ApiError, field: string): string =>
  error.metadata.fields?.[field] ?? refusalText(error);

/** An empty list or page: an icon, a text, and a next step. */
export function EmptyNote({
  icon,
  title,
  children,
  actions,
  role,
}: {
  icon: DeskIconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert';
}) {
  return (
    <div className="m-auto grid justify-items-center gap-2 px-6 py-24 text-center" role={role}>
      <span className="mb-2 grid size-16 place-items-center rounded-leaf bg-surface-sunken text-ink-muted">
        <DeskIcon name={icon} size="lg" />
      </span>
      <h2 className="text-[length:var(--text-lg)]">{title}</h2>
      {children !== undefined && <p className="text-ink-soft max-w-[44ch]">{children}</p>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** A page that could not be loaded, with a button to try again. If access is denied, names the missing permission (OFF-08). */
export function FailureNote({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiFailure && error.error.code === 'FORBIDDEN') {
    const { permission } = error.error.metadata;
    return <DeniedNote permission={typeof permission === 'string' ? permission : ''} />;
  }
  if (error instanceof ApiFailure && error.error.status === 404)
    return (
      <EmptyNote icon="search" title="No lo encontramos" role="alert">
        Puede que ya no exista, o que sea de una tienda que no es tuya.
      </EmptyNote>
    );
  const words = failureWords(error, {
    title: 'No pudimos leer esta página',
    message: 'Vuelve a intentarlo en un momento.',
  });
  return (
    <EmptyNote icon="wifi-off" title={words.title} role="alert" actions={<Button onClick={onRetry}>Reintentar</Button>}>
      {words.message}
    </EmptyNote>
  );
}

const labelOf = (permission: string): string | undefined =>
  isPermission(permission) ? permissionLabels[permission] : undefined;

export function DeniedNote({ permission }: { permission: string }) {
  const label = labelOf(permission);
  return (
    <EmptyNote icon="lock" title={`No tienes permiso para ver esta página (${permission})`} role="alert">
      {label === undefined
        ? 'Pídelo a quien administra el personal.'
        : `Pide «${label}» a quien administra el personal.`}
    </EmptyNote>
  );
}
