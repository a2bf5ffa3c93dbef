import { isIP } from 'node:net';
import { relative } from 'node:path';
import type { Config } from '../platform/config.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';

const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What is sent there travels in the clear, over a line that is not this machine's own. */
const isOpenLine = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return (protocol === 'http:' || protocol === 'nats:') && !thisMachine.has(hostname);
};

const isInside = (folder: string, other: string): boolean => {
  const way = relative(other, folder);
  return way === '' || !(way.startsWith('..') || way.startsWith('/'));
};

const judgeFiles = ({ files, mediaDir }: Config): Diagnosis[] => {
  if ('s3' in files) {
    return isOpenLine(files.s3.endpoint)
      ? [broken('S3_ENDPOINT', 'is not https: customers’ pictures would travel in the clear.')]
      : [];
  }
  return isInside(files.dir, mediaDir)
    ? [broken('FILES_DIR', `${files.dir} lies in MEDIA_DIR: everybody could read customers’ pictures.`)]
    : [];
};

const judgeMessaging = ({ messaging }: Config): Diagnosis[] =>
  messaging !== undefined && isOpenLine(messaging.url)
    ? [look('MESSAGING_URL', 'is not encrypted: whoever listens learns what is sold.')]
    : [];

/** A name, as it stands in an address: no scheme, port or path, and nothing that is a number. */
const isHostName = (host: string): boolean =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) &&
  isIP(host) === 0 &&
  !/^\d+$/.test(host.slice(host.lastIndexOf('.') + 1));

const judgeSponsors = ({ rmnHosts }: Config): Diagnosis[] => {
  const odd = rmnHosts.filter((host) => !isHostName(host));
  if (odd.length > 0)
    return [broken('RMN_HOSTS', `${odd.join(', ')}: names of hosts alone, without https://, port or path.`)];
  return rmnHosts.length === 0 ? [] : [sound('RMN_HOSTS', rmnHosts.join(', '))];
};

const judgeMeasuring = ({ tagContainer }: Config): Diagnosis[] =>
  tagContainer === undefined
    ? []
    : [sound('GTM_ID', `${tagContainer} measures who agrees; each shopper is asked first`)];

/** What the settings tell of the services that a shop may have besides its bank and its mail. */
export const judgeOutsideSettings = (config: Config): Diagnosis[] => [
  ...judgeFiles(config),
  ...judgeMessaging(config),
  ...judgeSponsors(config),
  ...judgeMeasuring(config),
];
