import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { MouseEvent, ReactNode } from 'react';
import { call } from '../session/desk-client.ts';

/** Starts a download by pressing a new link: the link that the person pressed may be gone from the page. */
export function saveFile(href: string): void {
  const link = Object.assign(document.createElement('a'), { href, download: '' });
  document.body.append(link);
  link.click();
  link.remove();
}

const saveSignedIn = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
  const { href } = event.currentTarget;
  event.preventDefault();
  const known = await call('getStaffSession', {});
  if (known.ok || known.error.code !== 'UNAUTHORIZED') saveFile(href);
};

/**
 * A link that saves a file from the server. After the session has ended, the browser would save the refusal as the file. So a press first checks the
 * session, and asks for a sign-in if needed. If the check gets no answer, the download starts as usual.
 */
export const DownloadLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="button button-small" href={href} download onClick={(event) => void saveSignedIn(event)}>
    <DeskIcon name="download" />
    {children}
  </a>
);
