import SessionWatch from '../auth/session-watch.tsx';
import MergeBrowserList from '../wishlists/merge-browser-list.tsx';

/** Runs on every page while a customer is signed in. */
export default function SignedIn() {
  return (
    <>
      <SessionWatch />
      <MergeBrowserList />
    </>
  );
}
