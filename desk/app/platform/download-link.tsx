import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { MouseEvent, ReactNode } from 'react';
import { call } from '../session/desk-client.ts';

/** As a press of a link does; of one of its own, as the page may be another by then. */
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
 * Saves a file that the server makes. A download knows no sign-in: where the session has ended the browser would save the refusal in its
 * place. So the session is asked for first, and returned to in the desk; where nobody answers, the link does what links do.
 */
export const DownloadLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="btn s" href={href} download onClick={(event) => void saveSignedIn(event)}>
    <DeskIcon name="download" />
    {children}
  </a>
);
