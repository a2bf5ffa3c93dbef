import bricolage from '@ceiba/ui/fonts/bricolage.woff2?url';
import figtree from '@ceiba/ui/fonts/figtree.woff2?url';
import { type ReactNode, use } from 'react';
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router';
import { AdvisorGuard } from './advisors/advisor-guard.tsx';
import { NoticeCentre } from './alerts/notice-centre.tsx';
import { Measuring } from './analytics/measuring.tsx';
import { SessionGuard } from './auth/session-guard.tsx';
import { apiContext } from './platform/api.ts';
import appCss from './platform/app.css?url';
import { EarlyWait } from './platform/early-wait.tsx';
import { EventReplay } from './platform/event-replay.tsx';
import { WakeUp } from './platform/island.tsx';
import { lazyPart } from './platform/lazy-part.tsx';
import { ScriptNonce } from './platform/script-nonce.ts';
import { loadRootData } from './policies/load-policy.ts';
import type { RootData } from './policies/shop-policy.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { PageArrival } from './shell/page-arrival.tsx';

const SignedIn = lazyPart(() => import('./shell/signed-in.tsx'), { fallback: null });

const preloadedFont = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links: LinksFunction = () => [
  preloadedFont(figtree),
  preloadedFont(bricolage),
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  return loadRootData(context.get(apiContext));
}

/** The numbers of the policy stay the same while the shopper moves between pages. The server decides by its current numbers. */
export const shouldRevalidate = () => false;

/**
 * Pages can be read without scripts. Such a browser gets only the server's markup, so only the server renders the
 * notices about scripts.
 */
const scriptsNeeded = import.meta.env.SSR ? (
  <p className="no-scripts">Para comprar o usar tu cuenta, activa JavaScript en tu navegador.</p>
) : null;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = import.meta.env.SSR ? use(ScriptNonce) : undefined;
  return (
    // The script of the page may have marked the page as signed in (`prefetch-script.ts`).
    <html lang="es-GT" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The server inserts a main colour here (`entry.server.tsx`). */}
        <meta name="theme-color" content="#032621" suppressHydrationWarning />
        <link rel="icon" href="/favicon.svg" />
        {/* With a precedence, React puts the style sheet before the scripts. */}
        <link rel="stylesheet" href={appCss} precedence="default" />
        <EventReplay nonce={nonce} />
        <EarlyWait nonce={nonce} />
        <Meta />
        <Links />
      </head>
      <body>
        <noscript>{scriptsNeeded}</noscript>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <PageArrival />
      <NoticeCentre />
      <SessionGuard>
        <SignedIn />
      </SessionGuard>
      <AdvisorGuard />
      <Measuring />
      <Outlet />
      <WakeUp />
    </>
  );
}

export const ErrorBoundary = ErrorPage;
