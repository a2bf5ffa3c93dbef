import { join, resolve } from 'node:path';
import { type FilesConfig, filesConfigOf } from './files-config.ts';
import { acquirerVariables, type Environment, projectRoot, readSettings, type Settings } from './settings.ts';

/** The tax registry, and the acquirer where no other is named. */
interface BankAccess {
  /** Origin, without a trailing slash. */
  url: string;
  merchantKey: string;
}

type MessagingAccess =
  | { kind: 'webhook'; url: string; secret: string }
  /** `subject` of a stream of JetStream. */
  | { kind: 'nats'; url: string; subject: string };

/** What commands need that open no shop. */
export interface DatabaseConfig {
  /** Undefined: the embedded server. */
  databaseUrl: string | undefined;
  dataDir: string;
  mediaDir: string;
  /** Where files live that no address leads to (`media/open-file-store.ts`): a folder, or a bucket. */
  files: FilesConfig;
  /** The file that fills the shop in demo mode; nothing else of the demo room is named here (record 0012). */
  demoModule: string;
}

export interface Config extends DatabaseConfig {
  port: number;
  host: string;
  /** Origin shoppers use, without a trailing slash; links in mails and sitemaps begin with it. */
  publicUrl: string;
  /** Whose pages may call what changes something: the shop's own origin, this machine's other names where it is local, and what is configured. */
  allowedOrigins: string[];
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  databaseReplicaUrl: string | undefined;
  databaseConnections: number;
  isDemo: boolean;
  bank: BankAccess;
  /** The sandbox bank's, where it is to be started beside the shop; undefined: the bank is somebody else's. */
  sandboxBankPort: number | undefined;
  /** Who charges cards, by its name in `payments/acquirers.ts`, and what is set of it by its own variables. */
  acquirer: { name: string; variables: Readonly<Record<string, string>> };
  bankTimeoutMs: number;
  /** The outside captcha beside the shop's own challenge (DEC-11), and the hosts whose tokens count. */
  recaptcha: { url: string; secret: string; hostnames: string[] } | undefined;
  /** Where messages are handed on to (ANA-02); undefined: they stay in their table. */
  messaging: MessagingAccess | undefined;
  /** Hosts that events of sponsored products may go to, in lower case (DEC-144). */
  rmnHosts: readonly string[];
  /** The container of Google Tag Manager, which pages load with a shopper's consent (record 0041); undefined: none. */
  tagContainer: string | undefined;
  /** Template of the map's tiles, with `{z}`, `{x}`, `{y}` and perhaps `{s}.` before its host (DEC-46); undefined: OpenStreetMap's. */
  mapTiles: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  rateLimitFactor: number;
  logLevel: string;
  /** For pages and answers of calls that are the same for everybody (record 0082). */
  cacheBytes: number;
  /** Told of what changes, for a cache outside to drop it (`platform/purge-hook.ts`); undefined: nobody is. */
  purgeUrl: string | undefined;
  /** A port of its own for /metrics, and where it is reached: this machine, unless said otherwise. */
  operationsPort: number | undefined;
  operationsHost: string;
  /** Where set, /metrics is told to whoever brings it only. */
  metricsToken: string | undefined;
  /** Development: the storefront is built on the fly, nothing is cached. */
  isDev: boolean;
  /** Tests only: where a placement dies (see orders/pause-points.ts). */
  pauseAt: string | undefined;
  projectDir: string;
  storefrontBuild: string;
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const databaseConfigOf = (values: Settings): DatabaseConfig => ({
  databaseUrl: values.DATABASE_URL,
  dataDir: resolve(values.DATA_DIR),
  mediaDir: resolve(values.MEDIA_DIR ?? join(values.DATA_DIR, 'media')),
  files: filesConfigOf(values),
  demoModule: join(projectRoot, 'demo', 'src', 'shop-loader.ts'),
});

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether only this machine can open that address, and in the clear, as no real shop is. */
const isLocal = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && thisMachine.test(hostname);
};

/** The settings that only a shop for customers has. */
const signsOfRealShop = ({ PUBLIC_URL, HOST, BANK_URL, SMTP_URL, PAYMENT_GATEWAY }: Settings): string[] => [
  ...(PUBLIC_URL === undefined || isLocal(PUBLIC_URL) ? [] : ['PUBLIC_URL']),
  ...(thisMachine.test(HOST) ? [] : ['HOST']),
  ...(BANK_URL === undefined ? [] : ['BANK_URL']),
  ...(SMTP_URL === undefined ? [] : ['SMTP_URL']),
  ...(PAYMENT_GATEWAY === 'bank' ? [] : ['PAYMENT_GATEWAY']),
];

/**
 * DEC-163: as DEMO says; without it on with the embedded database and nothing else, off with DATABASE_URL. A demo shows its mails
 * and lets known accounts in, so what looks like a real shop never becomes one by a variable that was left out: it throws.
 */
const isDemoOf = (values: Settings): boolean => {
  const { DEMO, DATABASE_URL } = values;
  if (DEMO !== undefined) return DEMO;
  if (DATABASE_URL !== undefined) return false;
  const signs = signsOfRealShop(values);
  if (signs.length === 0) return true;
  throw new Error(
    `Without DATABASE_URL this would be a demo, whose mails everybody reads, but ${signs.join(', ')} ${signs.length === 1 ? 'is' : 'are'} set as for a real shop. Either:
✖ DATABASE_URL=postgresql://… (or DEMO=false, on the embedded database) for a real shop
✖ DEMO=true for a demo`,
  );
};

/** The sandbox bank's key, known to everybody. */
export const sandboxKey = 'sandbox-merchant';

/** Outside demo mode nothing falls back to the sandbox: what a shop cannot open without, by its variable. */
const missingForRealShop = ({ BANK_URL, BANK_KEY }: Settings): string[] => [
  ...(BANK_URL === undefined ? ['BANK_URL is not set: the address of the payment gateway'] : []),
  ...(BANK_KEY === undefined ? ['BANK_KEY is not set: the secret the payment gateway knows this shop by'] : []),
  ...(BANK_KEY === sandboxKey ? ["BANK_KEY is the sandbox bank's own, which everybody knows"] : []),
];

const bankOf = (values: Settings): Pick<Config, 'bank' | 'sandboxBankPort'> => {
  const { BANK_URL, BANK_KEY = sandboxKey, BANK_PORT } = values;
  const missing = isDemoOf(values) ? [] : missingForRealShop(values);
  if (missing.length > 0) {
    const list = missing.map((line) => `✖ ${line}`).join('\n');
    throw new Error(`A shop outside demo mode does not open without its own bank (docs/operations.md):\n${list}`);
  }
  return {
    bank: { url: (BANK_URL ?? `http://127.0.0.1:${BANK_PORT}`).replace(/\/$/, ''), merchantKey: BANK_KEY },
    sandboxBankPort: BANK_URL === undefined ? BANK_PORT : undefined,
  };
};

/** Other names of this machine, at the port of a shop that only this machine opens; none of a shop that others reach. */
const localTwins = (publicUrl: string): string[] => {
  if (!isLocal(publicUrl)) return [];
  const { port } = new URL(publicUrl);
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}${port === '' ? '' : `:${port}`}`);
};

/** An origin as browsers send it: in lower case, without a usual port or a path. What is no address stays as it is, and matches none. */
const originAsSent = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const publicUrlOf = ({ PUBLIC_URL, PORT }: Settings): string =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');

/** Tokens count where the shop's pages are: at its own address, and at those whose calls are allowed. */
const recaptchaOf = (values: Settings): Config['recaptcha'] => {
  if (values.RECAPTCHA_SECRET === undefined) return undefined;
  const origins = [publicUrlOf(values), ...list(values.ALLOWED_ORIGINS)].filter((origin) => URL.canParse(origin));
  const hostnames = origins.map((origin) => new URL(origin).hostname);
  return { url: values.RECAPTCHA_URL, secret: values.RECAPTCHA_SECRET, hostnames };
};

const messagingOf = (values: Settings): Config['messaging'] => {
  const { MESSAGING_URL: url, MESSAGING_SECRET: secret, MESSAGING_SUBJECT: subject } = values;
  if (url === undefined) return undefined;
  if (!url.startsWith('http')) return { kind: 'nats', url, subject };
  if (secret === undefined)
    throw new Error('Wrong settings:\n✖ MESSAGING_SECRET is not set: what messages to MESSAGING_URL are signed with');
  return { kind: 'webhook', url, secret };
};

/** The settings of a command that opens no shop (migrate, seed); throws a readable error naming every wrong variable. */
export const readDatabaseConfig = (env: Environment): DatabaseConfig => databaseConfigOf(readSettings(env));

/**
 * The settings of a shop. Throws a readable error naming every wrong variable, and, outside demo mode, every secret and
 * address that is not the shop's own; what an acquirer wants of its own is read by `findAcquirer`.
 */
export const readConfig = (env: Environment): Config => {
  const values = readSettings(env);
  const publicUrl = publicUrlOf(values);
  return {
    ...databaseConfigOf(values),
    ...bankOf(values),
    acquirer: { name: values.PAYMENT_GATEWAY, variables: acquirerVariables(env, values.PAYMENT_GATEWAY) },
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    allowedOrigins: [...localTwins(publicUrl), ...[publicUrl, ...list(values.ALLOWED_ORIGINS)].map(originAsSent)],
    trustedProxies: list(values.TRUSTED_PROXIES),
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    isDemo: isDemoOf(values),
    bankTimeoutMs: values.BANK_TIMEOUT_MS,
    recaptcha: recaptchaOf(values),
    messaging: messagingOf(values),
    rmnHosts: list(values.RMN_HOSTS).map((host) => host.toLowerCase()),
    tagContainer: values.GTM_ID,
    mapTiles: values.MAP_TILES_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
    purgeUrl: values.PURGE_URL,
    cacheBytes: values.CACHE_MB * 1024 * 1024,
    operationsPort: values.OPERATIONS_PORT,
    operationsHost: values.OPERATIONS_HOST,
    metricsToken: values.METRICS_TOKEN,
    isDev: values.CEIBA_DEV ?? false,
    pauseAt: values.CEIBA_PAUSE_AT,
    projectDir: projectRoot,
    storefrontBuild: join(projectRoot, 'storefront', 'build'),
  };
};
