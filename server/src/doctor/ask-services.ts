import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openMessaging } from '../analytics/open-messaging.ts';
import { openFileStore } from '../media/open-file-store.ts';
import type { Config } from '../platform/config.ts';
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

/** Where pictures of returns are kept. A folder is made with the first of them. */
export const askFiles = async (config: Config): Promise<Diagnosis> => {
  const { files } = config;
  if ('s3' in files) return askBucket(config, files.s3.endpoint);
  const isFit = (await isWritable(files.dir)) || (await isWritable(dirname(files.dir)));
  return isFit
    ? sound('FILES_DIR', files.dir)
    : look('FILES_DIR', `${files.dir} cannot be written, or its folder is not there yet: the first start makes it`);
};

/** Whether messages would reach somebody; none is sent. */
export const askMessaging = async (config: Config): Promise<Diagnosis[]> => {
  const messaging = openMessaging(config);
  if (messaging === undefined) return [];
  const fault = await messaging.findFault().finally(() => messaging.close());
  return fault === null
    ? [sound('MESSAGING_URL', 'is reached')]
    : [broken('MESSAGING_URL', `${fault}: messages would wait for it, and be tried for 90 days.`)];
};
