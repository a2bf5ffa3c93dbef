import { isIP } from 'node:net';
import { relative } from 'node:path';
import { findAcquirer } from '../payments/acquirers.ts';
import type { Config } from '../platform/operations/config.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';

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
const judgeOutsideSettings = (config: Config): Diagnosis[] => [
  ...judgeFiles(config),
  ...judgeMessaging(config),
  ...judgeSponsors(config),
  ...judgeMeasuring(config),
];

const thisMachine = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** What mails, links and the origin check stand on. */
const judgePublicUrl = ({ publicUrl, isDemo }: Config): Diagnosis => {
  const about = 'PUBLIC_URL';
  const { protocol, hostname } = new URL(publicUrl);
  if (isDemo) return sound(about, publicUrl);
  if (thisMachine.has(hostname)) {
    return broken(about, `${publicUrl} is this machine: links in mails lead nowhere. Set the address shoppers use.`);
  }
  return protocol === 'https:'
    ? sound(about, publicUrl)
    : broken(about, `${publicUrl} is not https: passwords and cards would travel in the clear.`);
};

/** A shop that listens to its own machine only stands behind a proxy, and has to know it. */
const judgeProxies = ({ trustedProxies, isDemo }: Config): Diagnosis => {
  const about = 'TRUSTED_PROXIES';
  if (trustedProxies.length > 0) return sound(about, trustedProxies.join(', '));
  return isDemo
    ? sound(about, 'none')
    : look(about, 'is not set: behind a proxy every shopper shares one budget of calls. Set the proxy’s address.');
};

const judgeMail = ({ smtpUrl, mailFrom, isDemo }: Config): Diagnosis[] => {
  if (isDemo) return [];
  return [
    ...(smtpUrl === undefined
      ? [broken('SMTP_URL', 'is not set: mails are written and never sent. Nobody gets a receipt or can sign up.')]
      : []),
    /[@.](?:example|test|invalid|localhost)>?$/.test(mailFrom)
      ? broken('MAIL_FROM', `${mailFrom} is an address of nobody. Set one of the shop’s own domain.`)
      : sound('MAIL_FROM', mailFrom),
  ];
};

const judgeMetrics = ({ metricsToken, operationsPort, operationsHost, isDemo }: Config): Diagnosis => {
  const about = 'metrics';
  if (metricsToken !== undefined) return sound(about, 'told to whoever brings METRICS_TOKEN');
  if (operationsPort !== undefined) {
    return thisMachine.has(operationsHost)
      ? sound(about, `told on port ${operationsPort} of this machine`)
      : look(about, `told to everybody who reaches ${operationsHost}:${operationsPort}. Set METRICS_TOKEN.`);
  }
  return isDemo
    ? sound(about, 'told to this machine')
    : look(about, 'are told to nobody: nobody hears what the guard finds. Set OPERATIONS_PORT or METRICS_TOKEN.');
};

const judgeRates = ({ rateLimitFactor, isDemo }: Config): Diagnosis =>
  rateLimitFactor > 10 && !isDemo
    ? look(
        'RATE_LIMIT_FACTOR',
        `${rateLimitFactor} lets guesses and floods through. 1 is what the budgets are made for.`,
      )
    : sound('RATE_LIMIT_FACTOR', String(rateLimitFactor));

const judgeKeys = ({ secretsKeys, isDemo }: Config): Diagnosis[] =>
  secretsKeys.length > 0 || isDemo
    ? []
    : [
        broken(
          'SECRETS_KEY',
          'is not set: nobody of the staff can enrol their second factor, no webhook is signed. `openssl rand -base64 32` makes one.',
        ),
      ];

const judgeMode = ({ isDemo, databaseUrl }: Config): Diagnosis =>
  isDemo
    ? look(
        'demo mode',
        'is on: anybody can read the mailbox page and the demo accounts’ password. Not for a real shop.',
      )
    : sound('demo mode', databaseUrl === undefined ? 'is off, with the embedded database' : 'is off');

/** What the settings alone tell: nothing is asked of anybody. */
export const judgeSettings = (config: Config): Diagnosis[] => [
  judgeMode(config),
  ...findAcquirer(config).warnings.map((warning) => look('settings', warning)),
  judgePublicUrl(config),
  judgeProxies(config),
  ...judgeMail(config),
  judgeMetrics(config),
  judgeRates(config),
  ...judgeKeys(config),
  ...judgeOutsideSettings(config),
];
