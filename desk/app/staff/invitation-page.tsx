import { staffRules } from '@ceiba/domain/staff/sign-in';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useChange } from '../actions/use-change.ts';
import { Button, ButtonLink } from '../platform/button.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { bareCall } from '../session/desk-client.ts';
import { LoginPage } from '../session/login-page.tsx';
import { beginSession } from '../session/session.ts';
import { type Challenge, PasswordField, SignIn } from '../session/sign-in.tsx';

/** The page of an invitation's link: first a password, then the second factor (OFF-09). */
export function Component() {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [firstStep, setFirstStep] = useState<Challenge>();
  // The token is behind `#`, which browsers do not send. Older mails have the token in the query.
  const token = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search).get('token') ?? '';
  return (
    <LoginPage>
      {firstStep ? (
        <SignIn
          firstStep={firstStep}
          onSignedIn={(session) => {
            beginSession(session);
            void navigate('/', { replace: true });
          }}
        />
      ) : (
        <ChoosePassword token={token} onDone={setFirstStep} />
      )}
    </LoginPage>
  );
}

function ChoosePassword({ token, onDone }: { token: string; onDone: (challenge: Challenge) => void }) {
  const [password, setPassword] = useState('');
  const { error, isSending, send } = useChange();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const accepted = await send(() => bareCall('acceptInvitation', { body: { token, password } }));
    if (accepted.ok) onDone(accepted.value.data);
  };
  if (error?.code === 'LINK_NOT_FOUND' || token.length < 20)
    return (
      <div className="stack">
        <h1>Esta invitación ya no sirve</h1>
        <p className="text-ink-soft">Sirve una vez, durante 24 horas. Pide otra a quien te invitó.</p>
        <ButtonLink to="/" block>
          Ingresar
        </ButtonLink>
      </div>
    );
  return (
    <form className="stack" onSubmit={submit}>
      <div className="stack gap-1">
        <h1>Elige tu contraseña</h1>
        <p className="text-ink-soft">Después activaremos tu segundo factor.</p>
      </div>
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <PasswordField
        label="Contraseña"
        hint={`De ${staffRules.passwordMinLength} a ${staffRules.passwordMaxLength} caracteres.`}
        autoComplete="new-password"
        minLength={staffRules.passwordMinLength}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" block loading={isSending}>
        Continuar
      </Button>
    </form>
  );
}
