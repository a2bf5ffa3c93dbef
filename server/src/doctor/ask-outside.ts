import { access, constants, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { openMessaging } from '../analytics/messaging.ts';
import { createHttpTaxRegistry } from '../billing/tax-registry.ts';
import { openFileStore } from '../media/file-store.ts';
import { createSmtpMailer } from '../notifications/mailer.ts';
import { findAcquirer } from '../payments/acquirers.ts';
import { callOutside } from '../platform/limits/outbound-call.ts';
import { type Config, isLocal } from '../platform/operations/config.ts';
import { askCertificate } from './ask-certificate.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';
import { outsideTexts as texts } from './outside-texts.ts';

/** A file that does not exist. A working store answers so. */
const noFile = 'doctor/nothing.webp';

const askBucket = async ({ files }: Config, endpoint: string): Promise<Diagnosis> =>
  openFileStore(files)
    .read(noFile)
    .then(
      () => sound(texts.bucket(endpoint)),
      () => broken(texts.bucketAway(endpoint)),
    );

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );

const exists = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );

/** Checks the store of return photos. A folder is created with the first photo. */
const askFiles = async (config: Config): Promise<Diagnosis> => {
  const { files } = config;
  if ('s3' in files) return askBucket(config, files.s3.endpoint);
  const isFit = (await isWritable(files.dir)) || (await isWritable(dirname(files.dir)));
  return isFit ? sound(texts.filesDir(files.dir)) : look(texts.filesUnwritable(files.dir));
};

/** Checks whether backups can be written, even if another user (such as root with `ceiba backup`) created the folders. */
const askCopies = async ({ backup }: Config): Promise<Diagnosis[]> => {
  if (backup === undefined || 's3' in backup.place) return [];
  const { dir } = backup.place;
  if (!(await isWritable(dir)) && !(await isWritable(dirname(dir)))) return [look(texts.copiesUnwritable(dir))];
  for (const inside of ['pieces', 'copies', 'erasures'].map((name) => join(dir, name)))
    if ((await exists(inside)) && !(await isWritable(inside))) return [look(texts.copiesOfAnother(inside))];
  return [sound(texts.copiesDir(dir))];
};

/** Checks whether messages would arrive. Sends none. */
const askMessaging = async (config: Config): Promise<Diagnosis[]> => {
  const messaging = openMessaging(config);
  if (messaging === undefined) return [];
  const fault = await messaging.findFault().finally(() => messaging.close());
  return [fault === null ? sound(texts.messaging()) : broken(texts.messagingAway(fault))];
};

/** Time-out of each service in milliseconds, because the doctor's caller waits. */
const patienceMs = 5_000;

/** Any well-formed NIT. Only the fact that the registry answers matters. */
const anyNit = '12345679';

/** Reads the list of charges, which needs the shop's own key and changes nothing. */
const askGateway = async (config: Config, now: Date): Promise<Diagnosis> => {
  const { address, openLedger } = findAcquirer(config);
  const { variable, url } = address;
  const listed = await openLedger().listCharges(now, null);
  return listed === 'unknown' ? broken(texts.bankAway(variable, url)) : sound(texts.bank(variable, url));
};

const sandboxHealth = z.object({ service: z.literal('ceiba-sandbox-bank') });

/** Checks whether the bank is the built-in sandbox, which approves test cards and moves no money. Only a trial on this machine may use it. */
const askWhetherSandbox = async ({ bank, publicUrl }: Config): Promise<Diagnosis[]> => {
  const url = `${bank.url}/health`;
  const answer = await callOutside({ service: 'bank', method: 'GET', url, timeoutMs: patienceMs });
  if (!sandboxHealth.safeParse(answer.kind === 'answered' ? answer.json : undefined).success) return [];
  return [isLocal(publicUrl) ? look(texts.sandboxTrial(bank.url)) : broken(texts.sandboxInPublic(bank.url))];
};

const askTaxRegistry = async ({ bank }: Config): Promise<Diagnosis> => {
  const registry = createHttpTaxRegistry({ ...bank, timeoutMs: patienceMs });
  const { kind } = await registry.lookUp('nit', anyNit);
  return kind === 'unavailable' ? look(texts.taxRegistryAway()) : sound(texts.taxRegistry());
};

const askMail = async ({ smtpUrl, mailFrom }: Config): Promise<Diagnosis[]> => {
  if (smtpUrl === undefined) return [];
  const mailer = createSmtpMailer({ url: smtpUrl, from: mailFrom });
  try {
    await mailer.verify();
    return [sound(texts.mail())];
  } catch (error) {
    return [broken(texts.mailAway(error instanceof Error ? error.message : 'does not answer'))];
  } finally {
    mailer.close();
  }
};

const captchaAnswer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() });

/** Sends an invalid token. A service that knows the secret rejects only the token. */
const askCaptcha = async ({ recaptcha }: Config): Promise<Diagnosis[]> => {
  if (recaptcha === undefined) return [];
  const { url, secret } = recaptcha;
  const answer = await callOutside({
    service: 'captcha',
    method: 'POST',
    url,
    form: { secret, response: 'none' },
    timeoutMs: patienceMs,
  });
  const read = captchaAnswer.safeParse(answer.kind === 'answered' ? answer.json : undefined);
  if (!read.success) return [broken(texts.captchaAway(url))];
  return (read.data['error-codes'] ?? []).some((code) => code.endsWith('-secret'))
    ? [broken(texts.captchaUnknown())]
    : [sound(texts.captcha())];
};

const askReplica = async ({ databaseReplicaUrl }: Config): Promise<Diagnosis[]> => {
  if (databaseReplicaUrl === undefined) return [];
  const client = new pg.Client({
    connectionString: databaseReplicaUrl,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
    return [rows[0]?.isStandby === true ? sound(texts.replica()) : look(texts.noReplica())];
  } catch {
    return [look(texts.replicaAway())];
  } finally {
    await client.end().catch(() => {});
  }
};

/** Bytes of free space below which a catalogue's pictures may not fit. */
const leastSpace = 1_000_000_000;

/** Checks the free space on the disk of the pictures. `space`: in bytes. */
export const judgeSpace = (mediaDir: string, space: number): Diagnosis =>
  space < leastSpace ? look(texts.smallDisk(mediaDir)) : sound(texts.disk(mediaDir, Math.floor(space / 1_000_000_000)));

const lookAtPictures = async ({ mediaDir }: Config): Promise<Diagnosis> => {
  try {
    await access(mediaDir, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(mediaDir);
    return judgeSpace(mediaDir, bavail * bsize);
  } catch {
    return look(texts.mediaUnwritable(mediaDir));
  }
};

/** Checks both builds. Without the desk's build, staff find no page at /admin. */
const lookAtBuilds = async ({ storefrontBuild, deskBuild }: Config): Promise<Diagnosis[]> => {
  const isThere = { storefront: join(storefrontBuild, 'server'), desk: join(deskBuild, 'index.html') };
  return Promise.all(
    (['storefront', 'desk'] as const).map(async (room) =>
      (await exists(isThere[room])) ? sound(texts.built(room)) : broken(texts.notBuilt(room)),
    ),
  );
};

/** Asks every service that the shop uses, all at the same time. Charges no card, sends no mail, and changes nothing. */
export const askOutside = async (config: Config, now: Date): Promise<Diagnosis[]> => {
  // The sandbox bank runs beside the shop, and may not be started yet.
  const isSandbox = config.sandboxBankPort !== undefined;
  const asked = await Promise.all([
    isSandbox ? [] : askGateway(config, now),
    isSandbox ? [] : askWhetherSandbox(config),
    isSandbox ? [] : askTaxRegistry(config),
    askMail(config),
    askCaptcha(config),
    askReplica(config),
    askCertificate(config.publicUrl, now),
    lookAtPictures(config),
    askFiles(config),
    askCopies(config),
    askMessaging(config),
    lookAtBuilds(config),
  ]);
  return asked.flat();
};
