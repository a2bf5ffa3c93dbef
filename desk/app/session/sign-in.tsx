import type { ApiError } from '@ceiba/contract/client';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import { lengthMessage } from '@ceiba/domain/customers/typed-text';
import { staffRules } from '@ceiba/domain/staff/sign-in';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { renderSVG } from 'uqr';
import { useChange } from '../actions/use-change.ts';
import { Button } from '../platform/button.tsx';
import { CopyButton } from '../platform/copy-button.tsx';
import { Field, TextField } from '../platform/field.tsx';
import { focusWhenShown } from '../platform/focus.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { bareCall } from './desk-client.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { logInByPasskey } from './passkey-calls.ts';

/** The result of the first step. The second step needs it. */
export interface Challenge {
  challenge: string;
  /** False: a second factor must be enrolled first. */
  enrolled: boolean;
}

type Step =
  | { kind: 'password' }
  | ({ kind: 'code' } & Challenge)
  | { kind: 'recovery'; codes: readonly string[]; session: OwnSession };

/**
 * The two steps of a sign-in. `email`: the e-mail of the person whose session ended. `firstStep`: the challenge of an
 * accepted invitation (OFF-03).
 */
export function SignIn({
  email = '',
  firstStep,
  onSignedIn,
}: {
  email?: string;
  firstStep?: Challenge;
  onSignedIn: (session: OwnSession) => void;
}) {
  const [step, setStep] = useState<Step>(firstStep ? { kind: 'code', ...firstStep } : { kind: 'password' });
  const [typed, setTyped] = useState(email);
  switch (step.kind) {
    case 'password':
      return (
        <PasswordStep
          email={typed}
          onEmail={setTyped}
          onDone={(challenge) => setStep({ kind: 'code', ...challenge })}
          onSignedIn={onSignedIn}
        />
      );
    case 'code':
      return (
        <CodeStep
          {...step}
          email={typed}
          onBack={() => setStep({ kind: 'password' })}
          onDone={(session, codes) => (codes ? setStep({ kind: 'recovery', codes, session }) : onSignedIn(session))}
        />
      );
    case 'recovery':
      return <RecoveryCodes codes={step.codes} onDone={() => onSignedIn(step.session)} />;
  }
}

function StepHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack gap-1">
      <h1>{title}</h1>
      <p className="text-ink-soft">{children}</p>
    </div>
  );
}

function PasswordStep({
  email,
  onEmail,
  onDone,
  onSignedIn,
}: {
  email: string;
  onEmail: (email: string) => void;
  onDone: (challenge: Challenge) => void;
  /** Called after a sign-in by passkey, because a passkey needs no second step. */
  onSignedIn: (session: OwnSession) => void;
}) {
  // If the e-mail is known at first, the password gets the focus. Later typing must not move the focus.
  const [isKnown] = useState(email !== '');
  const [password, setPassword] = useState('');
  const { error, isSending, send } = useChange();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const started = await send(() => bareCall('startStaffSession', { body: { email, password } }));
    if (started.ok) onDone(started.value.data);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <StepHead title="Ingresa al escritorio">Con tu correo de trabajo. Después te pediremos un código.</StepHead>
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        ref={isKnown ? undefined : focusWhenShown}
        required
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        hasFocus={isKnown}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" block loading={isSending}>
        Ingresar
      </Button>
      <PasskeyButton label="Usar una llave de acceso" work={logInByPasskey} onDone={onSignedIn} />
    </form>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField({
  label,
  hint,
  autoComplete,
  hasFocus = false,
  value,
  onChange,
  minLength,
}: {
  label: string;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
  hasFocus?: boolean;
  value: string;
  onChange: (value: string) => void;
  minLength?: number;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} surplus={lengthMessage(value, staffRules.passwordMaxLength)}>
      {(carried) => (
        <span className="relative block">
          <input
            {...carried}
            className="control pr-[52px]"
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            ref={hasFocus ? focusWhenShown : undefined}
            required
            minLength={minLength}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <button
            type="button"
            className="icon-button absolute top-0.5 right-0.5 size-11"
            aria-pressed={isShown}
            aria-label="Mostrar contraseña"
            onClick={() => setIsShown(!isShown)}
          >
            <DeskIcon name={isShown ? 'eye-off' : 'eye'} size="md" />
          </button>
        </span>
      )}
    </Field>
  );
}

/** Asks for six digits. A new person first adds the secret to an app. A person without the device can use a recovery code. */
function CodeStep({
  challenge,
  enrolled,
  email,
  onBack,
  onDone,
}: Challenge & { email: string; onBack: () => void; onDone: (session: OwnSession, recoveryCodes?: string[]) => void }) {
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const { error, isSending, send } = useChange();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const verified = await send(() => bareCall('verifySecondFactor', { body: { challenge, code } }));
    if (!verified.ok) return;
    const { recoveryCodes, ...session } = verified.value.data;
    onDone(session, recoveryCodes);
  };
  const words = isRecovery
    ? 'Escribe uno de tus códigos de recuperación. Cada uno sirve una vez.'
    : 'Escribe los seis dígitos de tu aplicación.';
  return (
    <form className="stack" onSubmit={submit}>
      <StepHead title={enrolled ? 'Código de verificación' : 'Activa tu segundo factor'}>
        {enrolled ? (
          <>
            {words} {email !== '' && <b className="font-semibold">{email}</b>}
          </>
        ) : (
          'Escanea el código con tu aplicación de verificación y escribe los seis dígitos que muestra.'
        )}
      </StepHead>
      {!enrolled && <Enrolment challenge={challenge} />}
      <CodeField isRecovery={isRecovery} code={code} onCode={setCode} error={error && refusalText(error)} />
      <Button type="submit" look="primary" block loading={isSending}>
        Verificar
      </Button>
      {enrolled && (
        <Button look="ghost" block onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Usar mi aplicación' : 'Usar un código de recuperación'}
        </Button>
      )}
      <p className="flex flex-wrap items-center justify-between gap-2 border-t border-border pt-2 text-xs text-ink-muted">
        <span>El paso vence en 5 minutos</span>
        <Button look="ghost" size="small" onClick={onBack}>
          Empezar de nuevo
        </Button>
      </p>
    </form>
  );
}

const codeLook =
  'min-h-[60px] pl-[calc(12px+.34em)] text-center text-[length:var(--text-3xl)] font-semibold tracking-[.34em] tabular-nums max-lg:text-[length:var(--text-2xl)]';

/** A field for six digits of the app, or for a recovery code. */
export function CodeField({
  isRecovery = false,
  code,
  onCode,
  error,
}: {
  isRecovery?: boolean;
  code: string;
  onCode: (code: string) => void;
  error: string | undefined;
}) {
  const looks = isRecovery
    ? ({ inputMode: 'text', maxLength: 20, autoComplete: 'off' } as const)
    : ({ inputMode: 'numeric', maxLength: 6, autoComplete: 'one-time-code', controlClass: codeLook } as const);
  return (
    <TextField
      key={String(isRecovery)}
      label={isRecovery ? 'Código de recuperación' : 'Código de verificación'}
      required
      minLength={6}
      ref={focusWhenShown}
      {...looks}
      value={code}
      error={error}
      onChange={({ target }) => onCode(target.value.replace(/\s/g, ''))}
    />
  );
}

/** The secret of a second factor as a QR code and as text. */
function Enrolment({ challenge }: { challenge: string }) {
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    let isOver = false;
    void bareCall('enrolSecondFactor', { body: { challenge } }).then((enrolled) => {
      if (isOver) return;
      if (enrolled.ok) setSecret(enrolled.value.data);
      else setError(enrolled.error);
    });
    return () => {
      isOver = true;
    };
  }, [challenge]);
  if (error) return <Note kind="error">{refusalText(error)}</Note>;
  if (secret === undefined) return <p className="text-ink-muted">Preparando el código…</p>;
  return (
    <div className="grid justify-items-center gap-2">
      <img
        width="168"
        height="168"
        alt="Código QR del segundo factor"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(secret.uri))}`}
      />
      <p className="text-xs text-ink-muted">Si no puedes escanearlo, escribe esta clave:</p>
      <div className="flex w-full items-center gap-2">
        <code className="min-w-0 flex-1 wrap-anywhere tabular-nums">
          {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={secret.secret} label="Copiar clave" />
      </div>
    </div>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="stack" ref={head} tabIndex={-1}>
      <StepHead title="Guarda tus códigos de recuperación">
        Sirven para ingresar si pierdes tu teléfono, cada uno una vez. No los volveremos a mostrar.
      </StepHead>
      <ul
        className="grid grid-cols-[1fr_1fr] gap-x-4 gap-y-2 rounded-sm bg-surface-sunken p-4 tabular-nums"
        aria-label="Códigos de recuperación"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label="Copiar códigos" />
      <Button look="primary" block onClick={onDone}>
        Ya los guardé
      </Button>
    </div>
  );
}
