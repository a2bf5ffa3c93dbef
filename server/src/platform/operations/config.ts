import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface S3Access {
  /** Address of the bucket, without a trailing slash: `https://s3.example/bucket`, or a host that has only this bucket. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The storage of private files: a folder of this machine, or a bucket of S3 or a compatible service. */
export type FilesConfig = { dir: string } | { s3: S3Access };

/** Settings of the file store, part of the environment. `.env.example` explains each. */
const filesSettings = {
  FILES_STORE: z.enum(['folder', 's3']).default('folder'),
  FILES_DIR: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

type FileSettings = z.infer<z.ZodObject<typeof filesSettings>> & { DATA_DIR: string };

/** @throws a readable error that names every missing setting of the bucket */
function filesConfigOf(values: FileSettings): FilesConfig {
  if (values.FILES_STORE === 'folder') return { dir: resolve(values.FILES_DIR ?? join(values.DATA_DIR, 'files')) };
  const { S3_ENDPOINT = '', S3_REGION = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = values;
  const settings = { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(settings).filter(([, value]) => value === '');
  if (missing.length > 0) {
    const list = missing.map(([name]) => `✖ ${name} is not set`).join('\n');
    throw new Error(`FILES_STORE=s3 needs the settings of its bucket (docs/operations.md):\n${list}`);
  }
  const endpoint = S3_ENDPOINT.replace(/\/$/, '');
  return {
    s3: { endpoint, region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  };
}

/** The place of the backups, and the key that encrypts them. */
export interface BackupConfig {
  place: FilesConfig;
  /** The key has 32 bytes. */
  key: Buffer;
}

const keyBytes = 32;

/** Decodes a key as `openssl rand -base64 32` prints it. Undefined if the text is not such a key. */
export const readKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text, 'base64');
  return key.length === keyBytes && /^[A-Za-z0-9+/]{43}=$/.test(text) ? key : undefined;
};

/** Returns the settings for backups at that place. @throws a readable error that names the missing settings */
const backupAt = (values: Settings, to: string): BackupConfig => {
  const { BACKUP_KEY = '' } = values;
  const key = readKey(BACKUP_KEY);
  if (key === undefined)
    throw new Error(
      'Wrong settings:\n✖ BACKUP_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
    );
  if (!/^https?:/.test(to)) return { place: { dir: resolve(to) }, key };
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID;
  const secretAccessKey = values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY;
  const region = values.BACKUP_S3_REGION ?? values.S3_REGION;
  if (accessKeyId === undefined || secretAccessKey === undefined || region === undefined)
    throw new Error(
      'Wrong settings:\n✖ BACKUP_TO names a bucket, but BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID or BACKUP_S3_SECRET_ACCESS_KEY is not set',
    );
  return { place: { s3: { endpoint: to.replace(/\/$/, ''), region, accessKeyId, secretAccessKey } }, key };
};

/** The project's folder. */
const projectRoot = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));

/** Parses a flag: true, 1, false or 0. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();

/** Every setting except an acquirer's own (`acquirerVariables`). `.env.example` explains each. No other code reads the environment. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  ALLOWED_ORIGINS: z.string().default(''),
  TRUSTED_PROXIES: z.string().default(''),
  DATABASE_URL: z.string().optional(),
  DATABASE_REPLICA_URL: z.string().optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(10),
  DATA_DIR: z.string().default(join(projectRoot, '.data')),
  MEDIA_DIR: z.string().optional(),
  ...filesSettings,
  DEMO: flag,
  BANK_URL: z.url().optional(),
  BANK_KEY: z.string().min(8).optional(),
  BANK_PORT: z.coerce.number().int().min(1).max(65_535).default(4310),
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  POINTS_CREDITS: flag,
  PAYMENT_GATEWAY: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/)
    .default('bank'),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
  MESSAGING_URL: z.url({ protocol: /^(https?|nats|tls)$/ }).optional(),
  MESSAGING_SECRET: z.string().min(16).optional(),
  MESSAGING_SUBJECT: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('ceiba.events'),
  RMN_HOSTS: z.string().default(''),
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'must look like GTM-XXXXXXX, as Tag Manager shows it')
    .optional(),
  MAP_TILES_URL: z
    .string()
    .regex(
      /^https:\/\/(?:\{s\}\.)?[a-z0-9.-]{1,253}(?::\d{1,5})?\/\S{1,2000}$/i,
      'must look like https://tiles.example/{z}/{x}/{y}.png',
    )
    .refine((url) => ['{x}', '{y}', '{z}'].every((part) => url.includes(part)), 'needs {z}, {x} and {y} in its path')
    .optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default('tienda@ceiba.example'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PURGE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => [URL.parse(url)?.username, URL.parse(url)?.password].every((part) => !part),
      'must hold no user name or password: put a secret into its path or query',
    )
    .optional(),
  CACHE_MB: z.coerce.number().int().min(0).max(4096).default(56),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OPERATIONS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  SECRETS_KEY: z.string().optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_KEY: z.string().optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  PG_BIN: z.string().optional(),
  CEIBA_DEV: flag,
  CEIBA_PAUSE_AT: z.string().optional(),
});

type Settings = z.infer<typeof environment>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns an acquirer's own variables, which begin with its name. The acquirer's adapter parses them (`payments/acquirers.ts`). */
const acquirerVariables = (env: Environment, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([variable, value = '']) =>
      value !== '' && variable.startsWith(`${name.toUpperCase()}_`) ? [[variable, value]] : [],
    ),
  );

/**
 * Reads settings from files: `NAME_FILE` names a file that contains the setting `NAME`. Docker, Kubernetes and systemd provide secrets in
 * this way. The final line end is removed. Works for every setting, including the acquirer's. @throws if both are set, or if the file
 * cannot be read
 */
const withFiles = (env: Environment): Environment => {
  const acquirer = `${(env.PAYMENT_GATEWAY || 'bank').toUpperCase()}_`;
  const isSetting = (name: string): boolean => name in environment.shape || name.startsWith(acquirer);
  const read = ([variable, file = '']: [string, string | undefined]): [string, string][] => {
    const name = variable.replace(/_FILE$/, '');
    if (name === variable || file === '' || !isSetting(name)) return [];
    if (env[name] !== undefined && env[name] !== '')
      throw new Error(`Wrong settings:\n✖ ${name} and ${variable} are both set: remove one of them`);
    try {
      return [[name, readFileSync(file, 'utf8').replace(/\r?\n$/, '')]];
    } catch (cause) {
      throw new Error(`Wrong settings:\n✖ ${variable} names ${file}, which cannot be read`, { cause });
    }
  };
  return { ...env, ...Object.fromEntries(Object.entries(env).flatMap(read)) };
};

/** Returns the environment's settings by name. An empty variable counts as missing. Throws a readable error that names every invalid variable. */
const readSettings = (given: Environment): Settings => {
  const present = Object.fromEntries(Object.entries(withFiles(given)).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
};

/** Access to the bank, which provides the tax registry and the default acquirer. */
interface BankAccess {
  /** The origin of the address, without a trailing slash. */
  url: string;
  merchantKey: string;
}

type MessagingAccess =
  | { kind: 'webhook'; url: string; secret: string }
  /** The `subject` of a JetStream stream. */
  | { kind: 'nats'; url: string; subject: string };

/** Settings of commands that do not open a shop. */
export interface DatabaseConfig {
  /** The origin that shoppers use, without a trailing slash. Links in mails and sitemaps begin with it. */
  publicUrl: string;
  /** Undefined if the shop uses the embedded server. */
  databaseUrl: string | undefined;
  dataDir: string;
  mediaDir: string;
  /** The storage of private files (`media/file-store.ts`): a folder, or a bucket. */
  files: FilesConfig;
  /** Undefined if the shop makes no backups. */
  backup: BackupConfig | undefined;
  /** Returns the same settings for another folder or bucket. @throws a readable error that names the missing settings */
  backupAt: (place: string) => BackupConfig;
  /** The folder of PostgreSQL's client programs. Undefined if the shop searches for them. */
  pgBin: string | undefined;
  /** Keys that encrypt secrets in the database. The first key encrypts; the others only decrypt. */
  secretsKeys: readonly Buffer[];
  /** The file that fills a demo shop. The shop names no other part of the demo (record 0008). */
  demoModule: string;
}

export interface Config extends DatabaseConfig {
  port: number;
  host: string;
  /** Origins whose pages may send changes: the shop's own origin, other names of this machine for a local shop, and the configured origins. */
  allowedOrigins: string[];
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  databaseReplicaUrl: string | undefined;
  databaseConnections: number;
  isDemo: boolean;
  bank: BankAccess;
  /** True if the shop's own points program credits points and also removes them again (LOYAL-01). */
  creditsPoints: boolean;
  /** The port of the sandbox bank that starts with the shop. Undefined if the shop uses another bank. */
  sandboxBankPort: number | undefined;
  /** The acquirer that charges cards, by its name in `payments/acquirers.ts`, with its own variables. */
  acquirer: { name: string; variables: Readonly<Record<string, string>> };
  bankTimeoutMs: number;
  /** A third-party captcha in addition to the shop's own challenge (DEC-11), and the hosts whose tokens are valid. */
  recaptcha: { url: string; secret: string; hostnames: string[] } | undefined;
  /** The receiver of messages (ANA-02). Undefined if messages stay in their table. */
  messaging: MessagingAccess | undefined;
  /** Hosts that may receive events of sponsored products, in lower case (DEC-144). */
  rmnHosts: readonly string[];
  /** The Google Tag Manager container, which pages load with a shopper's consent (record 0029). Undefined if there is none. */
  tagContainer: string | undefined;
  /** Template of the map's tiles, with `{z}`, `{x}`, `{y}` and optionally `{s}.` before its host (DEC-46). Undefined for OpenStreetMap. */
  mapTiles: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  rateLimitFactor: number;
  /** True for a demo that only this machine reaches, if no factor was set. Such a demo has a larger default factor. */
  hasDemoBudgets: boolean;
  logLevel: string;
  /** Maximum bytes of the cache for pages and for answers that are the same for everybody (record 0055). */
  cacheBytes: number;
  /**
   * The address to call after changes, so that an outside cache drops outdated pages (`platform/pages/purge-hook.ts`). Undefined
   * if there is none.
   */
  purgeUrl: string | undefined;
  /** The address that receives traces (`tracing.ts`). Undefined if there is no tracing. */
  traceEndpoint: string | undefined;
  /** A separate port for /metrics, and the host on which it listens: this machine by default. */
  operationsPort: number | undefined;
  operationsHost: string;
  /** The token that /metrics requires, if set. */
  metricsToken: string | undefined;
  /** Development: the storefront is built on the fly, and nothing is cached. */
  isDev: boolean;
  /** For tests: the point at which a placement is killed (see orders/placing/pause-points.ts). */
  pauseAt: string | undefined;
  projectDir: string;
  storefrontBuild: string;
  deskBuild: string;
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const databaseConfigOf = (values: Settings): DatabaseConfig => ({
  publicUrl: publicUrlOf(values),
  databaseUrl: values.DATABASE_URL,
  dataDir: resolve(values.DATA_DIR),
  mediaDir: resolve(values.MEDIA_DIR ?? join(values.DATA_DIR, 'media')),
  files: filesConfigOf(values),
  backup: values.BACKUP_TO === undefined ? undefined : backupAt(values, values.BACKUP_TO),
  backupAt: (place) => backupAt(values, place),
  pgBin: values.PG_BIN,
  secretsKeys: secretsKeysOf(values),
  demoModule: join(projectRoot, 'demo', 'src', 'shop-loader.ts'),
});

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Returns whether an address can only be opened from this machine and has no https. A real shop never has such an address. */
export const isLocal = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && thisMachine.test(hostname);
};

/** Returns the settings that only a real shop has. */
const signsOfRealShop = ({ PUBLIC_URL, HOST, BANK_URL, SMTP_URL, PAYMENT_GATEWAY }: Settings): string[] => [
  ...(PUBLIC_URL === undefined || isLocal(PUBLIC_URL) ? [] : ['PUBLIC_URL']),
  ...(thisMachine.test(HOST) ? [] : ['HOST']),
  ...(BANK_URL === undefined ? [] : ['BANK_URL']),
  ...(SMTP_URL === undefined ? [] : ['SMTP_URL']),
  ...(PAYMENT_GATEWAY === 'bank' ? [] : ['PAYMENT_GATEWAY']),
];

/**
 * Decides demo mode (DEC-163). DEMO takes precedence. Otherwise demo mode is on with the embedded database, and off with DATABASE_URL. A
 * demo shows its mails and accepts known accounts. A shop that looks real must not become a demo because a variable is missing. In that
 * case this function throws.
 */
const isDemoOf = (values: Settings): boolean => {
  const { DEMO, DATABASE_URL } = values;
  if (DEMO !== undefined) return DEMO;
  if (DATABASE_URL !== undefined) return false;
  const signs = signsOfRealShop(values);
  if (signs.length === 0) return true;
  throw new Error(
    `Without DATABASE_URL the shop would start as a demo, whose mails everybody can read, but ${signs.join(', ')} ${signs.length === 1 ? 'is' : 'are'} set, as in a real shop. Set one of these:
✖ DATABASE_URL=postgresql://… (or DEMO=false, on the embedded database) for a real shop
✖ DEMO=true for a demo`,
  );
};

/** The public key of the sandbox bank. */
export const sandboxKey = 'sandbox-merchant';

/** Returns the missing variables without which a real shop cannot open. Outside demo mode, nothing falls back to the sandbox. */
const missingForRealShop = ({ BANK_URL, BANK_KEY }: Settings): string[] => [
  ...(BANK_URL === undefined ? ['BANK_URL is not set: the address of the payment gateway'] : []),
  ...(BANK_KEY === undefined
    ? ['BANK_KEY is not set: the secret by which the payment gateway recognizes this shop']
    : []),
  ...(BANK_KEY === sandboxKey ? ["BANK_KEY is the sandbox bank's key, which is public"] : []),
];

/** The public secrets key of demo shops. */
export const demoSecretsKey = Buffer.from('a key that is for demo shop only');

/**
 * Parses `SECRETS_KEY`: one or several keys, separated by commas or spaces. Outside demo mode there is no default key. A shop without such
 * secrets needs no key. If a key is missing, `sealSecret` reports that.
 */
const secretsKeysOf = (values: Settings): Buffer[] => {
  const texts = (values.SECRETS_KEY ?? '').split(/[\s,]+/).filter((text) => text !== '');
  // A command that opens no shop reads these settings, too. Other code refuses values that are forbidden only for a shop.
  const isDemo = values.DEMO ?? values.DATABASE_URL === undefined;
  if (texts.length === 0) return isDemo ? [demoSecretsKey] : [];
  return texts.map((text) => {
    const key = readKey(text);
    if (key === undefined)
      throw new Error(
        'Wrong settings:\n✖ SECRETS_KEY must hold keys of 32 bytes in base64, as `openssl rand -base64 32` makes them',
      );
    if (key.equals(demoSecretsKey) && !isDemo)
      throw new Error('Wrong settings:\n✖ SECRETS_KEY is the key of demo shops, which is public');
    return key;
  });
};

const bankOf = (values: Settings): Pick<Config, 'bank' | 'sandboxBankPort'> => {
  const { BANK_URL, BANK_KEY = sandboxKey, BANK_PORT } = values;
  const missing = isDemoOf(values) ? [] : missingForRealShop(values);
  if (missing.length > 0) {
    const list = missing.map((line) => `✖ ${line}`).join('\n');
    throw new Error(`Outside demo mode, a shop does not start without its own bank (docs/operations.md):\n${list}`);
  }
  return {
    bank: { url: (BANK_URL ?? `http://127.0.0.1:${BANK_PORT}`).replace(/\/$/, ''), merchantKey: BANK_KEY },
    sandboxBankPort: BANK_URL === undefined ? BANK_PORT : undefined,
  };
};

/** Returns other names of this machine, with the port of a shop that only this machine opens. For a shop that others reach, returns none. */
const localTwins = (publicUrl: string): string[] => {
  if (!isLocal(publicUrl)) return [];
  const { port } = new URL(publicUrl);
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}${port === '' ? '' : `:${port}`}`);
};

/**
 * Returns an origin as browsers send it: in lower case, without a default port or a path. An invalid address stays unchanged and matches no
 * origin.
 */
const originAsSent = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const publicUrlOf = ({ PUBLIC_URL, PORT }: Settings): string =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');

/** In a demo that only this machine reaches, all calls come from one address. A script that tests the demo must not be rate limited. */
const demoFactor = 100;

const budgetsOf = (values: Settings): Pick<Config, 'rateLimitFactor' | 'hasDemoBudgets'> => {
  const { RATE_LIMIT_FACTOR, HOST } = values;
  const isOwnDemo = isDemoOf(values) && thisMachine.test(HOST) && isLocal(publicUrlOf(values));
  const hasDemoBudgets = RATE_LIMIT_FACTOR === undefined && isOwnDemo;
  return { rateLimitFactor: RATE_LIMIT_FACTOR ?? (hasDemoBudgets ? demoFactor : 1), hasDemoBudgets };
};

/** Captcha tokens are valid for the shop's own address, and for the allowed origins. */
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
    throw new Error(
      'Wrong settings:\n✖ MESSAGING_SECRET is not set: the shop signs its messages to MESSAGING_URL with it',
    );
  return { kind: 'webhook', url, secret };
};

/** Returns the settings of a command that opens no shop (migrate, seed). Throws a readable error that names every invalid variable. */
export const readDatabaseConfig = (env: Environment): DatabaseConfig => databaseConfigOf(readSettings(env));

/**
 * Returns the settings of a shop. Throws a readable error that names every invalid variable and, outside demo mode, every missing secret
 * and address. `findAcquirer` parses the acquirer's own settings.
 */
export const readConfig = (env: Environment): Config => {
  const values = readSettings(env);
  const publicUrl = publicUrlOf(values);
  return {
    ...databaseConfigOf(values),
    ...bankOf(values),
    acquirer: { name: values.PAYMENT_GATEWAY, variables: acquirerVariables(withFiles(env), values.PAYMENT_GATEWAY) },
    port: values.PORT,
    host: values.HOST,
    allowedOrigins: [...localTwins(publicUrl), ...[publicUrl, ...list(values.ALLOWED_ORIGINS)].map(originAsSent)],
    trustedProxies: list(values.TRUSTED_PROXIES),
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    isDemo: isDemoOf(values),
    creditsPoints: values.POINTS_CREDITS ?? isDemoOf(values),
    bankTimeoutMs: values.BANK_TIMEOUT_MS,
    recaptcha: recaptchaOf(values),
    messaging: messagingOf(values),
    rmnHosts: list(values.RMN_HOSTS).map((host) => host.toLowerCase()),
    tagContainer: values.GTM_ID,
    mapTiles: values.MAP_TILES_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ...budgetsOf(values),
    logLevel: values.LOG_LEVEL,
    purgeUrl: values.PURGE_URL,
    cacheBytes: values.CACHE_MB * 1024 * 1024,
    traceEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    operationsPort: values.OPERATIONS_PORT,
    operationsHost: values.OPERATIONS_HOST,
    metricsToken: values.METRICS_TOKEN,
    isDev: values.CEIBA_DEV ?? false,
    pauseAt: values.CEIBA_PAUSE_AT,
    projectDir: projectRoot,
    storefrontBuild: join(projectRoot, 'storefront', 'build'),
    deskBuild: join(projectRoot, 'desk', 'build'),
  };
};
