import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { MouseEvent, ReactNode } from 'react';
import { call } from '../session/desk-client.ts';

/** Downloads like a press on a link. Uses a new link, because the page may have changed. */
function save(href: string): void {
  const link = Object.assign(document.createElement('a'), { href, download: '' });
  document.body.append(link);
  link.click();
  link.remove();
}

const saveSignedIn = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
  const { href } = event.currentTarget;
  event.preventDefault();
  const known = await call('getStaffSession', {});
  if (known.ok || known.error.code !== 'UNAUTHORIZED') save(href);
};

/**
 * Saves a file that the server generates. If the session has ended, a download would save the refusal instead. So the session is checked first, and
 * restored in the desk if needed. If the check gets no answer, the link works as usual.
 */
export const DownloadLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="button button-small" href={href} download onClick={(event) => void saveSignedIn(event)}>
    <DeskIcon name="download" />
    {children}
  </a>
);
