import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { MouseEvent } from 'react';
import { bareCall, call } from '../session/desk-client.ts';

/**
 * Opens a link in a new tab. After the session has ended, the tab would show the server's refusal. So a press first checks the session, and asks for a
 * sign-in if needed. The tab opens during the press, because browsers block later ones. If it is blocked, the link works as usual.
 */
const openSignedIn = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
  const { href } = event.currentTarget;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const tab = window.open('', '_blank');
  if (tab === null) return;
  event.preventDefault();
  tab.opener = null;
  const known = await bareCall('getStaffSession', {});
  if (known.ok || known.error.code !== 'UNAUTHORIZED') {
    tab.location.replace(href);
    return;
  }
  tab.close();
  const returned = await call('getStaffSession', {});
  if (returned.ok) window.open(href, '_blank', 'noopener');
};

/** A link that opens a PDF from the server in a new tab. `path` is below /v1/admin (OFF-27). */
export function PrintLink({
  path,
  children = 'Imprimir',
  look,
  isSmall = false,
  isBlock = false,
}: {
  path: string;
  children?: string;
  look?: 'primary';
  isSmall?: boolean;
  isBlock?: boolean;
}) {
  return (
    <a
      className={cx('button', look === 'primary' && 'button-primary', isSmall && 'button-small', isBlock && 'w-full')}
      href={`/v1/admin/${path}`}
      target="_blank"
      rel="noopener"
      onClick={(event) => void openSignedIn(event)}
    >
      <DeskIcon name="printer" />
      {children}
    </a>
  );
}
