import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { MouseEvent } from 'react';
import { bareCall, call } from '../session/desk-client.ts';

/**
 * A tab knows no sign-in: where the session has ended the server would show its refusal there. So the session is asked for first, and returned
 * to in the desk. The tab is opened within the press, as browsers open none later; where they open none the link does what links do.
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

/** Opens a PDF that the server makes (OFF-27), in a tab of its own; `path` below /v1/admin. */
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
      className={cx('btn', look === 'primary' && 'p', isSmall && 's', isBlock && 'whole')}
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
