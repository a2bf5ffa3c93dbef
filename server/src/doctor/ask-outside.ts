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
import type { Config } from '../platform/operations/config.ts';
import { askCertificate } from './ask-certificate.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';

/** A file that nobody has stored: a store that can be used says so. */
const noFile = 'doctor/nothing.webp';

const askBucket = async ({ files }: Config, endpoint: string): Promise<Diagnosis> =>
  openFileStore(files)
    .read(noFile)
    .then(
      () => sound('S3_ENDPOINT', `${endpoint} knows the shop`),
      () =>
        broken('S3_ENDPOINT', `${endpoint} does not answer, or refuses the shop’s keys: no return can bring pictures.`),
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

/** Where pictures of returns are kept. A folder is made with the first of them. */
const askFiles = async (config: Config): Promise<Diagnosis> => {
  const { files } = config;
  if ('s3' in files) return askBucket(config, files.s3.endpoint);
  const isFit = (await isWritable(files.dir)) || (await isWritable(dirname(files.dir)));
  return isFit
    ? sound('FILES_DIR', files.dir)
    : look('FILES_DIR', `${files.dir} cannot be written, or its folder is not there yet: the first start makes it`);
};

/** Whether copies can be written: also where somebody else made the folders in it, as root does who types `ceiba backup`. */
const askCopies = async ({ backup }: Config): Promise<Diagnosis[]> => {
  if (backup === undefined || 's3' in backup.place) return [];
  const { dir } = backup.place;
  if (!(await isWritable(dir)) && !(await isWritable(dirname(dir))))
    return [
      look('BACKUP_TO', `${dir} cannot be written, or its folder is not there (ReadWritePaths=, a disk not mounted)`),
    ];
  for (const inside of ['pieces', 'copies', 'erasures'].map((name) => join(dir, name)))
    if ((await exists(inside)) && !(await isWritable(inside)))
      return [look('BACKUP_TO', `${inside} cannot be written: chown it to the user that the worker runs as`)];
  return [sound('BACKUP_TO', dir)];
};

/** Whether messages would reach somebody; none is sent. */
const askMessaging = async (config: Config): Promise<Diagnosis[]> => {
  const messaging = openMessaging(config);
  if (messaging === undefined) return [];
  const fault = await messaging.findFault().finally(() => messaging.close());
  return fault === null
    ? [sound('MESSAGING_URL', 'is reached')]
    : [broken('MESSAGING_URL', `${fault}: messages would wait for it, and be tried for 90 days.`)];
};

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
  const answer = await callOutside({
    service: 'captcha',
    method: 'POST',
    url,
    form: { secret, response: 'none' },
    timeoutMs: patienceMs,
  });
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
      : [look(about, 'is no standby just now: the primary reads alone')];
  } catch {
    return [look(about, 'does not answer: the primary reads alone')];
  } finally {
    await client.end().catch(() => {});
  }
};

/** Less than this and a catalogue's pictures may not fit, in bytes. */
const leastSpace = 1_000_000_000;

/** `space`: bytes that are left on its disk. */
export const judgeSpace = (mediaDir: string, space: number): Diagnosis =>
  space < leastSpace ? look('MEDIA_DIR', `${mediaDir} has less than 1 GB left`) : sound('MEDIA_DIR', mediaDir);

const lookAtPictures = async ({ mediaDir }: Config): Promise<Diagnosis> => {
  try {
    await access(mediaDir, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(mediaDir);
    return judgeSpace(mediaDir, bavail * bsize);
  } catch {
    return look('MEDIA_DIR', `${mediaDir} cannot be written, or is not there yet: the first import makes it`);
  }
};

/** Both rooms that are built: without the desk's, nobody of the staff finds a page at /admin. */
const lookAtBuilds = async ({ storefrontBuild, deskBuild }: Config): Promise<Diagnosis[]> => {
  const isThere = { storefront: join(storefrontBuild, 'server'), desk: join(deskBuild, 'index.html') };
  return Promise.all(
    Object.entries(isThere).map(async ([room, place]) =>
      (await exists(place))
        ? sound(room, 'is built')
        : broken(room, `is not built: \`npm start\` builds it, or \`npm run build -w ${room}\`.`),
    ),
  );
};

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
    askCertificate(config.publicUrl, now),
    lookAtPictures(config),
    askFiles(config),
    askCopies(config),
    askMessaging(config),
    lookAtBuilds(config),
  ]);
  return asked.flat();
};
