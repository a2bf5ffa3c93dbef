import { type ReactNode, useEffect } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { EmptyNote } from '../platform/notes.tsx';
import { bareCall } from './desk-client.ts';
import { LoginPage } from './login-page.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { askSession, beginSession, failSession, leaveSession, useSessionState, watchOtherTabs } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** The server says who is signed in. */
const readSession = async (): Promise<void> => {
  askSession();
  const answer = await bareCall('getStaffSession', {});
  if (answer.ok) beginSession(answer.value.data);
  else if (answer.error.code === 'UNAUTHORIZED') leaveSession();
  else failSession();
};

/**
 * Its children for who is signed in; else the sign-in, at the same address. When a session ends the page stays as it is, with what was typed,
 * and the sign-in stands over it: calls that were refused go on afterwards (OFF-06).
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSessionState();
  useEffect(() => {
    void readSession();
    return watchOtherTabs();
  }, []);
  switch (state.kind) {
    case 'asking':
      return (
        <p className="sr" role="status">
          Abriendo el escritorio…
        </p>
      );
    case 'failed':
      return (
        <main className="page">
          <EmptyNote
            icon="wifi-off"
            title="No pudimos abrir el escritorio"
            role="alert"
            actions={<Button onClick={readSession}>Reintentar</Button>}
          >
            Revisa tu conexión a internet y vuelve a intentarlo.
          </EmptyNote>
        </main>
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
