import { welcomeText } from '@ceiba/domain/auth/auth-texts';
import { Spinner } from '@ceiba/ui/loading';

/** The loading step after signing in (AUTH-03, INFO-15). */
export function Welcome({ name }: { name: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 px-5 py-12 text-center">
      <img src="/art/cuenta.svg" alt="" width={168} height={132} />
      <p className="text-2xl font-semibold">{welcomeText(name)}</p>
      <p className="inline-flex items-center gap-2.5 text-ink-soft">
        <Spinner />
        Estamos preparando tu compra
      </p>
    </div>
  );
}
