import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { filesSettings } from './files-config.ts';

/** The project's folder. */
export const projectRoot = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/** true, 1, false or 0. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();

/** Everything an operator can set from outside, but for what an acquirer wants of its own (`acquirerVariables`); `.env.example` explains each. Nothing else reads the environment. */
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
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'GTM-XXXXXXX, as Tag Manager shows it')
    .optional(),
  MAP_TILES_URL: z
    .string()
    .regex(
      /^https:\/\/(?:\{s\}\.)?[a-z0-9.-]{1,253}(?::\d{1,5})?\/\S{1,2000}$/i,
      'https://tiles.example/{z}/{x}/{y}.png',
    )
    .refine((url) => ['{x}', '{y}', '{z}'].every((part) => url.includes(part)), 'with {z}, {x} and {y} in its path')
    .optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default('Ceiba <tienda@ceiba.example>'),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PURGE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => [URL.parse(url)?.username, URL.parse(url)?.password].every((part) => !part),
      'without a name or password: a secret belongs into its path or query',
    )
    .optional(),
  CACHE_MB: z.coerce.number().int().min(0).max(4096).default(56),
  OPERATIONS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  OPERATIONS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  CEIBA_DEV: flag,
  CEIBA_PAUSE_AT: z.string().optional(),
});

export type Settings = z.infer<typeof environment>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is set of an acquirer by its own variables, which begin with its name; its adapters read them (`payments/acquirers.ts`). */
export const acquirerVariables = (env: Environment, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([variable, value = '']) =>
      value !== '' && variable.startsWith(`${name.toUpperCase()}_`) ? [[variable, value]] : [],
    ),
  );

/** The environment's settings by name. Empty counts as absent; throws a readable error naming every wrong variable. */
export const readSettings = (env: Environment): Settings => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
};
