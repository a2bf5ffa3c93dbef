import { Popover } from '@base-ui/react/popover';
import type { DeskNotice } from '@ceiba/contract/desk/notices';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { useContext, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../platform/button.tsx';
import { deskPath } from '../platform/desk-path.ts';
import { momentText } from '../platform/formats.ts';
import { FramePlacesContext } from '../shell/page-head.tsx';
import { useNotices } from './use-notices.ts';

const icons: Record<DeskNotice['kind'], DeskIconName> = {
  hold: 'circle-pause',
  late: 'clock-alert',
  run: 'file-check',
  deadJob: 'triangle-alert',
  plan: 'calendar-clock',
  price: 'tag',
};

/** The bell in the head with the number of unread notices, and their list (OFF-23). */
export function NoticeBell({ className }: { className?: string }) {
  const { list, unread, mark, renew } = useNotices();
  const [isOpen, setIsOpen] = useState(false);
  const label = unread === 0 ? 'Avisos' : `Avisos, ${unread > 99 ? 'más de 99' : unread} sin leer`;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        if (next) void renew();
      }}
    >
      <Popover.Trigger className={cx('icon-button relative', className)} aria-label={label} title={label}>
        <DeskIcon name="bell" size="md" />
        {unread > 0 && (
          <span
            className="absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[10px]/none font-bold text-white tabular-nums"
            aria-hidden="true"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-(--z-drawer)" align="end" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className="flex max-h-[min(var(--available-height),560px)] w-[min(380px,calc(100vw-24px))] flex-col rounded-md border border-border-strong bg-surface text-ink shadow-lg">
            <header className="flex min-h-11 items-center gap-2 border-b border-border px-4 py-1.5">
              <Popover.Title className="text-[length:var(--text-base)] font-semibold">Avisos</Popover.Title>
              {unread > 0 && (
                <Button look="ghost" size="small" className="ml-auto" onClick={() => void mark({ all: true })}>
                  Marcar todo como leído
                </Button>
              )}
            </header>
            {list === undefined || list.length === 0 ? (
              <p className="px-4 py-8 text-center text-ink-muted">
                {list === undefined ? 'Todavía no pudimos leer tus avisos.' : 'No tienes avisos.'}
              </p>
            ) : (
              <ul className="divide-y divide-border overflow-y-auto">
                {list.map((notice) => (
                  <li key={notice.id}>
                    <NoticeRow
                      notice={notice}
                      onRead={() => {
                        if (!notice.isRead) void mark({ ids: [notice.id] });
                      }}
                      onGo={() => setIsOpen(false)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const rowLook = 'flex w-full min-h-11 items-start gap-3 px-4 py-2.5 text-left hover:bg-surface-tint';

function NoticeRow({ notice, onRead, onGo }: { notice: DeskNotice; onRead: () => void; onGo: () => void }) {
  const { canOpen } = useContext(FramePlacesContext);
  const to = deskPath(notice.href);
  const { kind, title, text, at, isRead } = notice;
  const content = (
    <>
      <span className={cx('pt-0.5', isRead ? 'text-ink-muted' : 'text-link')}>
        <DeskIcon name={icons[kind]} size="md" />
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className={cx('block text-dense', !isRead && 'font-semibold')}>
          {!isRead && <span className="sr-only">Sin leer: </span>}
          {title}
        </span>
        <small className="block text-xs text-ink-soft">{text}</small>
        <small className="block text-xs text-ink-muted">{momentText(at)}</small>
      </span>
      {!isRead && <span className="mt-1.5 size-2 flex-none rounded-full bg-primary" aria-hidden="true" />}
    </>
  );
  if (!canOpen(to))
    return (
      <button type="button" className={rowLook} onClick={onRead}>
        {content}
      </button>
    );
  return (
    <Link
      to={to}
      className={rowLook}
      onClick={() => {
        onRead();
        onGo();
      }}
    >
      {content}
    </Link>
  );
}
