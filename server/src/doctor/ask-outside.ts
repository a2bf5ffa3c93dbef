import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { createHttpTaxRegistry } from '../billing/http-tax-registry.ts';
import { createSmtpMailer } from '../notifications/mailer.ts';
import { findAcquirer } from '../payments/acquirers.ts';
import type { Config } from '../platform/config.ts';
import { callOutside } from '../platform/outbound-call.ts';
import { askFiles, askMessaging } from './ask-services.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';

/** Nobody waits on the line while the doctor asks: each is given this long, in milliseconds. */
const patienceMs = 5_000;

/** Any well-formed NIT: what the registry says of it does not matter, only that it says something. */
const anyNit = '12345679';

/** The list of charges wants the shop's own key, and changes nothing. */
const askGateway = async (config: Config, now: Date): Promise<Diagnosis> => {
  const { address, openLedger } = findAcquirer(config);
  const { variable: about, url } = address;
  const listed = await openLedger().listCharges(now, null);
  return listed === 'unknown'
    ? broken(about, `${url} does not list the shop’s charges: it cannot be reached, or refuses the shop’s key.`)
    : sound(about, `${url} knows the shop`);
};

const askTaxRegistry = async ({ bank }: Config): Promise<Diagnosis> => {
  const registry = createHttpTaxRegistry({ ...bank, timeoutMs: patienceMs });
  const { kind } = await registry.lookUp('nit', anyNit);
  return kind === 'unavailable'
    ? look('tax registry', 'does not answer: buyers type their name themselves')
    : sound('tax registry', 'answers');
};

const askMail = async ({ smtpUrl, mailFrom }: Config): Promise<Diagnosis[]> => {
  if (smtpUrl === undefined) return [];
  const mailer = createSmtpMailer({ url: smtpUrl, from: mailFrom });
  try {
    await mailer.verify();
    return [sound('SMTP_URL', 'takes the shop’s mails')];
  } catch (error) {
    return [broken('SMTP_URL', error instanceof Error ? error.message : 'does not answer')];
  } finally {
    mailer.close();
  }
};

const captchaAnswer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() });

/** A token that is none: a service that knows the secret finds fault with the token alone. */
const askCaptcha = async ({ recaptcha }: Config): Promise<Diagnosis[]> => {
  if (recaptcha === undefined) return [];
  const { url, secret } = recaptcha;
  const answer = await callOutside({ method: 'POST', url, form: { secret, response: 'none' }, timeoutMs: patienceMs });
  const told = captchaAnswer.safeParse(answer.kind === 'answered' ? answer.json : undefined);
  if (!told.success) return [broken('RECAPTCHA_URL', `${url} does not answer as it should`)];
  return (told.data['error-codes'] ?? []).some((code) => code.endsWith('-secret'))
    ? [broken('RECAPTCHA_SECRET', 'is not known to the service')]
    : [sound('RECAPTCHA_SECRET', 'is known to the service')];
};

const askReplica = async ({ databaseReplicaUrl }: Config): Promise<Diagnosis[]> => {
  if (databaseReplicaUrl === undefined) return [];
  const about = 'DATABASE_REPLICA_URL';
  const client = new pg.Client({
    connectionString: databaseReplicaUrl,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
    return rows[0]?.isStandby === true
      ? [sound(about, 'is a standby')]
      : [broken(about, 'is no standby: nothing reaches it, pages would show what was.')];
  } catch {
    return [look(about, 'does not answer: the primary reads alone')];
  } finally {
    await client.end().catch(() => {});
  }
};

/** Less than this and a catalogue's pictures may not fit, in bytes. */
const leastSpace = 1_000_000_000;

const lookAtPictures = async ({ mediaDir }: Config): Promise<Diagnosis> => {
  try {
    await access(mediaDir, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(mediaDir);
    return bavail * bsize < leastSpace
      ? look('MEDIA_DIR', `${mediaDir} has less than 1 GB left`)
      : sound('MEDIA_DIR', mediaDir);
  } catch {
    return look('MEDIA_DIR', `${mediaDir} cannot be written, or is not there yet: the first import makes it`);
  }
};

const lookAtBuild = async ({ storefrontBuild }: Config): Promise<Diagnosis> =>
  access(join(storefrontBuild, 'server')).then(
    () => sound('storefront', 'is built'),
    () => broken('storefront', 'is not built: `npm start` builds it, or `npm run build -w storefront`.'),
  );

/** Asks everybody the shop works with, all at once. Charges nobody, sends no mail, changes nothing. */
export const askOutside = async (config: Config, now: Date): Promise<Diagnosis[]> => {
  // The sandbox bank runs beside the shop, and may not be started yet.
  const isSandbox = config.sandboxBankPort !== undefined;
  const asked = await Promise.all([
    isSandbox ? [] : askGateway(config, now),
    isSandbox ? [] : askTaxRegistry(config),
    askMail(config),
    askCaptcha(config),
    askReplica(config),
    lookAtPictures(config),
    askFiles(config),
    askMessaging(config),
    lookAtBuild(config),
  ]);
  return asked.flat();
};
