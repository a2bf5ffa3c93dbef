import { type ReactNode, useEffect } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { EmptyNote } from '../platform/notes.tsx';
import { PageBox } from '../platform/page-box.tsx';
import { bareCall } from './desk-client.ts';
import { LoginPage } from './login-page.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { askSession, beginSession, failSession, leaveSession, useSessionState, watchOtherTabs } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** Asks the server who is signed in. */
const readSession = async (): Promise<void> => {
  askSession();
  const answer = await bareCall('getStaffSession', {});
  if (answer.ok) beginSession(answer.value.data);
  else if (answer.error.code === 'UNAUTHORIZED') leaveSession();
  else failSession();
};

/** Continues an ended session if the person returns to this tab after signing in again in another tab. */
function useReturnElsewhere(isEnded: boolean): void {
  useEffect(() => {
    if (!isEnded) return;
    const look = async (): Promise<void> => {
      const answer = await bareCall('getStaffSession', {});
      if (answer.ok) beginSession(answer.value.data);
    };
    const listen = (): void => void look();
    window.addEventListener('focus', listen);
    return () => window.removeEventListener('focus', listen);
  }, [isEnded]);
}

/**
 * Renders its children for a signed-in person, otherwise the sign-in at the same address. When a session ends, the page stays below the sign-in with
 * its typed values. After the sign-in, refused calls are sent again (OFF-06).
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSessionState();
  useEffect(() => {
    void readSession();
    return watchOtherTabs();
  }, []);
  useReturnElsewhere(state.kind === 'ended');
  switch (state.kind) {
    case 'asking':
      return (
        <p className="sr-only" role="status">
          Abriendo el escritorio…
        </p>
      );
    case 'failed':
      return (
        <PageBox>
          <EmptyNote
            icon="wifi-off"
            title="No pudimos abrir el escritorio"
            role="alert"
            actions={<Button onClick={readSession}>Reintentar</Button>}
          >
            Revisa tu conexión a internet y vuelve a intentarlo.
          </EmptyNote>
        </PageBox>
      );
    case 'signedOut':
      return (
        <LoginPage>
          <SignIn onSignedIn={beginSession} />
        </LoginPage>
      );
    default:
      return (
        <>
          {children}
          {state.kind === 'ended' && (
            <Dialog
              title="Tu sesión terminó"
              text="Ingresa de nuevo para seguir. Lo que escribiste sigue aquí."
              isHeld
              onClose={() => {}}
            >
              <SignIn email={state.session.user.email} onSignedIn={beginSession} />
            </Dialog>
          )}
          <ReauthenticationDialog />
        </>
      );
  }
}
