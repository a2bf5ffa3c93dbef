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
  warning: ['a-warn', 'triangle-alert'],
  error: ['a-err', 'circle-alert'],
  good: ['a-ok', 'circle-check'],
  info: ['a-info', 'info'],
} as const satisfies Record<string, readonly [string, DeskIconName]>;

/** A box with a mark and words. An error that comes later is told aloud. */
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
    <div className={cx('alert', look)} role={isNews ? 'alert' : undefined}>
      <DeskIcon name={icon} />
      <div>
        {title && <b>{title}</b>}
        {children !== undefined && <div className="soft">{children}</div>}
      </div>
      {actions && <span className="acts">{actions}</span>}
    </div>
  );
}

/** Who was faster, and when, where it is told (OFF-21). */
const conflictText = ({ metadata: { changedBy, changedAt } }: ApiError): string => {
  const who = typeof changedBy === 'string' && changedBy !== '' ? changedBy : 'Alguien más';
  const when = typeof changedAt === 'string' && changedAt !== '' ? ` (${momentText(changedAt)})` : '';
  return `${who} lo cambió antes${when}. Revísalo como está ahora y vuelve a intentarlo.`;
};

/** With which order a receipt was told before (CASH-02, CASH-10). */
const receiptText = ({ message, metadata: { orderNumber } }: ApiError): string =>
  typeof orderNumber === 'string' ? `Este comprobante ya se usó en la orden ${orderNumber}.` : message;

/** Codes whose words tell more than the server's sentence does. */
const textsByCode: Partial<Record<ApiError['code'], (error: ApiError) => string>> = {
  VERSION_CONFLICT: conflictText,
  RECEIPT_USED: receiptText,
};

/**
 * The words of a refusal: a silence's or the budget's, else what the server says of it and of each field. For where no field shows its own.
 */
export const refusalText = (error: ApiError): string => {
  // Its key was used by what was sent before: no answer came of that, but it was done.
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return 'Lo que enviaste antes sí se guardó. Cierra y revísalo.';
  const said = [textsByCode[error.code]?.(error) ?? error.message, ...Object.values(error.metadata.fields ?? {})]
    .filter((text) => text !== '')
    .join(' ');
  // A limit that is of no time, as of a day's mails, has words of its own.
  if (error.code === 'RATE_LIMITED' && error.retryAfter === undefined && said !== '') return said;
  const { title, message } = failureWords(new ApiFailure(error), {
    title: '',
    message: said === '' ? 'Vuelve a intentarlo en un momento.' : said,
  });
  return title === '' ? message : `${title}. ${message}`;
};

/** Nothing of a list or a page: an icon, words, and a way out. */
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
    <div className="empty" role={role}>
      <span className="ic">
        <DeskIcon name={icon} size="lg" />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <p className="soft measure">{children}</p>}
      {actions !== undefined && <div className="row wrapx">{actions}</div>}
    </div>
  );
}

/** A page that could not be read, with the way to try again; of a denied one, which permission is missing (OFF-08). */
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
