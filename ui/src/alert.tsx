import type { AlertType } from '@ceiba/domain/alerts/alert';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

const looks: Record<AlertType, { icon: string; box: string; mark: string }> = {
  Error: {
    icon: 'circle-alert',
    box: 'bg-danger-soft text-on-danger-soft [--mark:var(--color-danger)]',
    mark: 'text-danger',
  },
  Warning: {
    icon: 'triangle-alert',
    box: 'bg-warning-soft text-on-warning-soft [--mark:var(--color-warning)]',
    mark: 'text-warning',
  },
  Info: { icon: 'info', box: 'bg-info-soft text-on-info-soft [--mark:var(--color-info)]', mark: 'text-info' },
  Success: {
    icon: 'circle-check',
    box: 'bg-success-soft text-on-success-soft [--mark:var(--color-success)]',
    mark: 'text-success',
  },
};

/**
 * The look of an alert, in place or in the alert centre. The caller sets `role`. A box that is part of the page from
 * the start has no role.
 */
export function AlertBox({
  type,
  title,
  children,
  onClose,
  className,
  ...rest
}: {
  type: AlertType;
  title?: string | undefined;
  children?: ReactNode;
  onClose?: (() => void) | undefined;
  className?: string | undefined;
  role?: 'alert' | 'status' | undefined;
  'data-alert-id'?: string | undefined;
}) {
  const { icon, box, mark } = looks[type];
  return (
    <div {...rest} className={cx('alert-box', box, className)}>
      <Icon name={icon} className={cx('row-span-2', mark)} />
      <div className="grid min-w-0 gap-0.5">
        {title && <p className="text-base leading-tight font-semibold">{title}</p>}
        {children !== undefined && children !== '' && <div>{children}</div>}
      </div>
      {onClose && (
        <button
          type="button"
          onClick={onClose}
          aria-label="Cerrar alerta"
          className="-my-2.5 -mr-2.5 grid size-touch place-items-center rounded-full hover:bg-ink/5"
        >
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
