import SessionWatch from '../auth/session-watch.tsx';
import MergeBrowserList from '../wishlists/merge-browser-list.tsx';

/** What every page does while somebody is signed in. */
export default function SignedIn() {
  return (
    <>
      <SessionWatch />
      <MergeBrowserList />
    </>
  );
}
