import { expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';
import { judgeSettings } from './judge-settings.ts';

const real = {
  DATABASE_URL: 'postgresql://db.example/ceiba',
  BANK_URL: 'https://bank.example',
  BANK_KEY: 'a secret of ours',
  PUBLIC_URL: 'https://tienda.com.gt',
  TRUSTED_PROXIES: '10.0.0.2',
  SMTP_URL: 'smtp://mail.tienda.com.gt',
  MAIL_FROM: 'Tienda <hola@tienda.com.gt>',
  METRICS_TOKEN: 'sixteen letters or more',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

const bucket = {
  FILES_STORE: 's3',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'known',
  S3_SECRET_ACCESS_KEY: 'to the shop',
};

const faultsOf = (settings: Record<string, string>) =>
  judgeSettings(readConfig(settings)).flatMap(({ verdict, about }) =>
    verdict === 'sound' ? [] : [`${verdict} ${about}`],
  );

test('a real shop with complete settings has no findings', () => {
  expect(faultsOf(real)).toEqual([]);
});

test.each([
  ['links that lead to this machine', { PUBLIC_URL: '' }, ['broken PUBLIC_URL']],
  ['passwords in the clear', { PUBLIC_URL: 'http://tienda.com.gt' }, ['broken PUBLIC_URL']],
  ['one budget for everybody', { TRUSTED_PROXIES: '' }, ['look TRUSTED_PROXIES']],
  ['mails that nobody gets', { SMTP_URL: '' }, ['broken SMTP_URL']],
  ['mails of nobody', { MAIL_FROM: '' }, ['broken MAIL_FROM']],
  ['mails of this machine, without a name', { MAIL_FROM: 'hola@localhost' }, ['broken MAIL_FROM']],
  ['a name and a part of an address that only look so', { MAIL_FROM: 'no@b.test <hola@test.tienda.com.gt>' }, []],
  ['a guard whose findings nobody sees', { METRICS_TOKEN: '' }, ['look metrics']],
  [
    'figures that everybody can read',
    { METRICS_TOKEN: '', OPERATIONS_PORT: '9100', OPERATIONS_HOST: '0.0.0.0' },
    ['look metrics'],
  ],
  ['budgets that hold nobody', { RATE_LIMIT_FACTOR: '1000' }, ['look RATE_LIMIT_FACTOR']],
  ['a desk that nobody can enter', { SECRETS_KEY: '' }, ['broken SECRETS_KEY']],
  ['a demo, whose key everybody knows', { DEMO: 'true', SECRETS_KEY: '' }, ['look demo mode']],
  ['the demo switched on', { DEMO: 'true' }, ['look demo mode']],
  ['pictures in the clear', { ...bucket, S3_ENDPOINT: 'http://s3.tienda.com.gt/fotos' }, ['broken S3_ENDPOINT']],
  ['a bucket of this machine', { ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000/fotos' }, []],
  [
    'pictures that everybody can read',
    { MEDIA_DIR: '/srv/media', FILES_DIR: '/srv/media/files' },
    ['broken FILES_DIR'],
  ],
  ['pictures beside the media', { MEDIA_DIR: '/srv/media', FILES_DIR: '/srv/media-files' }, []],
  [
    'sales told in the clear',
    { MESSAGING_URL: 'http://mensajes.tienda.com.gt', MESSAGING_SECRET: 'sixteen letters or more' },
    ['look MESSAGING_URL'],
  ],
  ['sponsors that are no hosts', { RMN_HOSTS: 'rmn.example,https://rmn.example/clic' }, ['broken RMN_HOSTS']],
  ['sponsors that are numbers', { RMN_HOSTS: '10.0.0.1' }, ['broken RMN_HOSTS']],
  ['sponsors and a container', { RMN_HOSTS: 'rmn.example', GTM_ID: 'GTM-CEIBA1' }, []],
])('the doctor finds %s', (_, change, expected) => {
  expect(faultsOf({ ...real, ...change })).toEqual(expected);
});
