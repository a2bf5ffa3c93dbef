import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const projectRoot = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();

/** Everything an operator can set from outside; `.env.example` explains each. Nothing else reads the environment. */
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
  DEMO: flag,
  BANK_URL: z.url().optional(),
  BANK_KEY: z.string().default('sandbox-merchant'),
  BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(4310),
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default('Ceiba <tienda@ceiba.example>'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(4096).default(48),
  CEIBA_DEV: flag,
  CEIBA_PAUSE_AT: z.string().optional(),
});

export interface Config {
  port: number;
  host: string;
  /** Origin shoppers use, without a trailing slash; links in mails and sitemaps begin with it. */
  publicUrl: string;
  allowedOrigins: string[];
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Undefined: the embedded server. */
  databaseUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  databaseConnections: number;
  dataDir: string;
  mediaDir: string;
  isDemo: boolean;
  /** The file that fills the shop in demo mode; nothing else of the demo room is named here (record 0012). */
  demoModule: string;
  /** Undefined: the sandbox bank, started beside the shop. */
  bankUrl: string | undefined;
  bankKey: string;
  bankPort: number;
  bankTimeoutMs: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  rateLimitFactor: number;
  logLevel: string;
  pageCacheBytes: number;
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

/** Reads the settings; throws a readable error naming every wrong variable. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    allowedOrigins: list(values.ALLOWED_ORIGINS),
    trustedProxies: list(values.TRUSTED_PROXIES),
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    dataDir: resolve(values.DATA_DIR),
    mediaDir: resolve(values.MEDIA_DIR ?? join(values.DATA_DIR, 'media')),
    isDemo: values.DEMO ?? values.DATABASE_URL === undefined,
    demoModule: join(projectRoot, 'demo', 'src', 'shop-loader.ts'),
    bankUrl: values.BANK_URL,
    bankKey: values.BANK_KEY,
    bankPort: values.BANK_PORT,
    bankTimeoutMs: values.BANK_TIMEOUT_MS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    isDev: values.CEIBA_DEV ?? false,
    pauseAt: values.CEIBA_PAUSE_AT,
    projectDir: projectRoot,
    storefrontBuild: join(projectRoot, 'storefront', 'build'),
  };
};
