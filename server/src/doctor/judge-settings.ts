import { isIP } from 'node:net';
import { relative } from 'node:path';
import { findAcquirer } from '../payments/acquirers.ts';
import type { Config } from '../platform/operations/config.ts';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';
import { settingsTexts as texts } from './settings-texts.ts';

/** True if the connection is unencrypted and leads to another machine. */
const isOpenLine = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return (protocol === 'http:' || protocol === 'nats:') && !thisMachine.has(hostname);
};

const isInside = (folder: string, other: string): boolean => {
  const way = relative(other, folder);
  return way === '' || !(way.startsWith('..') || way.startsWith('/'));
};

const judgeFiles = ({ files, mediaDir }: Config): Diagnosis[] => {
  if ('s3' in files) return isOpenLine(files.s3.endpoint) ? [broken(texts.openFiles())] : [];
  return isInside(files.dir, mediaDir) ? [broken(texts.publicFiles(files.dir))] : [];
};

const judgeMessaging = ({ messaging }: Config): Diagnosis[] =>
  messaging !== undefined && isOpenLine(messaging.url) ? [look(texts.openMessaging())] : [];

/** True for a host name as in an address: no scheme, port, path or IP number. */
const isHostName = (host: string): boolean =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) &&
  isIP(host) === 0 &&
  !/^\d+$/.test(host.slice(host.lastIndexOf('.') + 1));

const judgeSponsors = ({ rmnHosts }: Config): Diagnosis[] => {
  const odd = rmnHosts.filter((host) => !isHostName(host));
  if (odd.length > 0) return [broken(texts.oddSponsors(odd.join(', ')))];
  return rmnHosts.length === 0 ? [] : [sound(texts.sponsors(rmnHosts.join(', ')))];
};

const judgeMeasuring = ({ tagContainer }: Config): Diagnosis[] =>
  tagContainer === undefined ? [] : [sound(texts.measuring(tagContainer))];

/** Checks the settings of services besides bank and mail. */
const judgeOutsideSettings = (config: Config): Diagnosis[] => [
  ...judgeFiles(config),
  ...judgeMessaging(config),
  ...judgeSponsors(config),
  ...judgeMeasuring(config),
];

const thisMachine = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Checks the public address, on which mails, links and the origin check depend. */
const judgePublicUrl = ({ publicUrl, isDemo }: Config): Diagnosis => {
  const { protocol, hostname } = new URL(publicUrl);
  if (isDemo) return sound(texts.publicUrl(publicUrl));
  if (thisMachine.has(hostname)) return broken(texts.localUrl(publicUrl));
  return protocol === 'https:' ? sound(texts.publicUrl(publicUrl)) : broken(texts.openUrl(publicUrl));
};

/** A shop that listens only to its own machine is behind a proxy, which it must trust. */
const judgeProxies = ({ trustedProxies, isDemo }: Config): Diagnosis => {
  if (trustedProxies.length > 0) return sound(texts.proxies(trustedProxies.join(', ')));
  return isDemo ? sound(texts.proxies('none')) : look(texts.noProxies());
};

const judgeMail = ({ smtpUrl, mailFrom, isDemo }: Config): Diagnosis[] => {
  if (isDemo) return [];
  return [
    ...(smtpUrl === undefined ? [broken(texts.noMail())] : []),
    /[@.](?:example|test|invalid|localhost)>?$/.test(mailFrom)
      ? broken(texts.nobodysMail(mailFrom))
      : sound(texts.mailFrom(mailFrom)),
  ];
};

const judgeMetrics = ({ metricsToken, operationsPort, operationsHost, isDemo }: Config): Diagnosis => {
  if (metricsToken !== undefined) return sound(texts.metricsByToken());
  if (operationsPort !== undefined) {
    return thisMachine.has(operationsHost)
      ? sound(texts.metricsHere(operationsPort))
      : look(texts.metricsToAll(`${operationsHost}:${operationsPort}`));
  }
  return isDemo ? sound(texts.metricsOfDemo()) : look(texts.noMetrics());
};

const judgeRates = ({ rateLimitFactor, isDemo }: Config): Diagnosis =>
  rateLimitFactor > 10 && !isDemo ? look(texts.looseRates(rateLimitFactor)) : sound(texts.rates(rateLimitFactor));

const judgeKeys = ({ secretsKeys, isDemo }: Config): Diagnosis[] =>
  secretsKeys.length > 0 || isDemo ? [] : [broken(texts.noSecretsKey())];

const judgeMode = ({ isDemo, databaseUrl }: Config): Diagnosis =>
  isDemo ? look(texts.demoMode()) : sound(texts.realMode(databaseUrl === undefined));

/** Checks the settings alone, without asking any service. */
export const judgeSettings = (config: Config): Diagnosis[] => [
  judgeMode(config),
  ...findAcquirer(config).warnings.map((warning) => look(texts.acquirerWarning(warning))),
  judgePublicUrl(config),
  judgeProxies(config),
  ...judgeMail(config),
  judgeMetrics(config),
  judgeRates(config),
  ...judgeKeys(config),
  ...judgeOutsideSettings(config),
];
