import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoSecretsKey, readConfig, readDatabaseConfig, sandboxKey } from './config.ts';

const database = { DATABASE_URL: 'postgresql://db.example/ceiba' };
const bank = { BANK_URL: 'https://bank.example/', BANK_KEY: 'a secret of ours' };

test('[DEC-163] demo mode is on with the embedded database, off with DATABASE_URL, unless DEMO is set', () => {
  expect(readConfig({}).isDemo).toBe(true);
  expect(readConfig({ DATABASE_URL: '' }).isDemo).toBe(true);
  expect(readConfig({ ...database, ...bank }).isDemo).toBe(false);
  expect(readConfig({ ...database, DEMO: 'true' }).isDemo).toBe(true);
  expect(readConfig({ ...bank, DEMO: 'false' }).isDemo).toBe(false);
});

test.each([
  ['a public address', { PUBLIC_URL: 'https://tienda.com.gt' }, 'PUBLIC_URL'],
  ['an address in the clear', { PUBLIC_URL: 'http://tienda.com.gt' }, 'PUBLIC_URL'],
  ['a proxy on this machine', { PUBLIC_URL: 'https://localhost' }, 'PUBLIC_URL'],
  ['other machines to listen to', { HOST: '0.0.0.0' }, 'HOST'],
  ['a bank', { ...bank }, 'BANK_URL'],
  ['a mail server', { SMTP_URL: 'smtp://mail.tienda.com.gt' }, 'SMTP_URL'],
  ['an acquirer', { PAYMENT_GATEWAY: 'cybersource' }, 'PAYMENT_GATEWAY'],
])('[DEC-163] a shop with %s does not become a demo because a variable is missing', (_, settings, name) => {
  const real = new RegExp(`${name} is set, as in a real shop[\\s\\S]*DATABASE_URL=[\\s\\S]*DEMO=true`);
  expect(() => readConfig(settings)).toThrow(real);
  expect(() => readConfig({ ...settings, DEMO: '' })).toThrow(real);
});

test.each(['http://localhost:3000', 'http://127.0.0.1:8080/', 'http://[::1]:3000'])(
  'a demo can have the address %s',
  (url) => {
    expect(readConfig({ PUBLIC_URL: url })).toMatchObject({ isDemo: true, host: '127.0.0.1' });
  },
);

test.each([
  ['a demo on this machine', {}, 100],
  ['a demo on this machine by another name', { PUBLIC_URL: 'http://127.0.0.1:8080' }, 100],
  ['a demo with a factor of its own', { RATE_LIMIT_FACTOR: '1' }, 1],
  ['a demo that others reach', { DEMO: 'true', HOST: '0.0.0.0' }, 1],
  ['a demo with a public address', { DEMO: 'true', PUBLIC_URL: 'https://demo.example' }, 1],
  ['a real shop', { ...database, ...bank }, 1],
  ['a real shop on this machine', { ...bank, DEMO: 'false' }, 1],
])('[DEC-167] %s has the right factor for its rate limits', (_, settings, factor) => {
  expect(readConfig(settings).rateLimitFactor).toBe(factor);
});

test('a demo calls the sandbox bank with its key, unless another bank is configured', () => {
  expect(readConfig({ BANK_PORT: '5000' })).toMatchObject({
    bank: { url: 'http://127.0.0.1:5000', merchantKey: 'sandbox-merchant' },
    sandboxBankPort: 5000,
  });
  expect(readConfig({ ...bank, DEMO: 'true' })).toMatchObject({
    bank: { url: 'https://bank.example', merchantKey: 'a secret of ours' },
    sandboxBankPort: undefined,
  });
});

test('outside demo mode, the shop calls the configured bank', () => {
  expect(readConfig({ ...database, ...bank })).toMatchObject({
    bank: { url: 'https://bank.example', merchantKey: 'a secret of ours' },
    sandboxBankPort: undefined,
  });
});

test.each([
  ['no BANK_URL', { BANK_URL: undefined }, /BANK_URL is not set/],
  ['an empty BANK_URL', { BANK_URL: '' }, /BANK_URL is not set/],
  ['no BANK_KEY', { BANK_KEY: undefined }, /BANK_KEY is not set/],
  ['an empty BANK_KEY', { BANK_KEY: '' }, /BANK_KEY is not set/],
  ["the sandbox's BANK_KEY", { BANK_KEY: 'sandbox-merchant' }, /BANK_KEY is the sandbox bank's key/],
])('outside demo mode a shop does not start with %s', (_, wrong, message) => {
  expect(() => readConfig({ ...database, ...bank, ...wrong })).toThrow(message);
  expect(() => readConfig({ ...bank, ...wrong, DEMO: 'false' })).toThrow(message);
  expect(readConfig({ ...database, ...bank, ...wrong, DEMO: 'true' }).isDemo).toBe(true);
});

test('the error names all missing settings, or all invalid settings', () => {
  expect(() => readConfig(database)).toThrow(/BANK_URL is not set[\s\S]*BANK_KEY is not set/);
  expect(() => readConfig({ PORT: 'tres mil', BANK_KEY: 'short' })).toThrow(/PORT[\s\S]*BANK_KEY/);
});

test.each(['UA-12345-6', 'gtm-ABC1234', 'GTM-', "GTM-A1B2C3'></script>"])(
  '%s is not a valid ID of a tag container',
  (id) => {
    expect(() => readConfig({ GTM_ID: id })).toThrow(/GTM-XXXXXXX, as Tag Manager shows it\s+→ at GTM_ID/);
  },
);

test.each([
  'https://ceiba:secreto@cdn.example/purge',
  'https://ceiba@cdn.example',
  'https:/:secreto@cdn.example',
  'ftp://cdn.example',
])('%s is not a valid address to purge an outside cache', (url) => {
  expect(() => readConfig({ PURGE_URL: url })).toThrow('PURGE_URL');
});

test('the address of an outside cache may contain its secret in path and query', () => {
  const url = 'https://cdn.example/purge/@ceiba?token=a@b';
  expect(readConfig({ PURGE_URL: url }).purgeUrl).toBe(url);
});

test('without an ID there is no tag container', () => {
  expect(readConfig({ GTM_ID: '' }).tagContainer).toBeUndefined();
  expect(readConfig({ GTM_ID: 'GTM-CEIBA1' }).tagContainer).toBe('GTM-CEIBA1');
});

test('a command that needs only the database does not need the settings of a bank', () => {
  expect(readDatabaseConfig({ ...database, DATA_DIR: '/srv/ceiba' })).toMatchObject({
    databaseUrl: database.DATABASE_URL,
    dataDir: '/srv/ceiba',
    mediaDir: '/srv/ceiba/media',
  });
});

test('files are stored below DATA_DIR, in a configured folder, or in a completely configured bucket', () => {
  expect(readDatabaseConfig({ ...database, DATA_DIR: '/data' }).files).toEqual({ dir: '/data/files' });
  expect(readDatabaseConfig({ ...database, FILES_DIR: '/files' }).files).toEqual({ dir: '/files' });
  const bucket = {
    FILES_STORE: 's3',
    S3_ENDPOINT: 'https://s3.example/ceiba/',
    S3_REGION: 'gt-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readDatabaseConfig({ ...database, ...bucket }).files).toEqual({
    s3: { endpoint: 'https://s3.example/ceiba', region: 'gt-1', accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  for (const name of ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(() => readDatabaseConfig({ ...database, ...bucket, [name]: '' })).toThrow(`${name} is not set`);
  expect(() => readDatabaseConfig({ ...database, ...bucket, S3_ENDPOINT: 'ftp://s3.example' })).toThrow('S3_ENDPOINT');
});

test.each(['https://Tienda.com.gt', 'https://tienda.com.gt:443', 'https://tienda.com.gt/'])(
  'a page of %s, spelled as browsers send it, counts as a page of the shop',
  (url) => {
    const real = { ...database, ...bank };
    expect(readConfig({ ...real, PUBLIC_URL: url }).allowedOrigins).toEqual(['https://tienda.com.gt']);
    expect(readConfig({ ...real, PUBLIC_URL: 'https://a.gt', ALLOWED_ORIGINS: url }).allowedOrigins).toEqual([
      'https://a.gt',
      'https://tienda.com.gt',
    ]);
  },
);

const secretKey = Buffer.alloc(32, 7).toString('base64');

/** Creates a file with a secret, as Docker and systemd do. */
const secretFile = async (text: string): Promise<string> => {
  const file = join(await mkdtemp(join(tmpdir(), 'ceiba-secret-')), 'secret');
  await writeFile(file, text);
  return file;
};

test('[OPS-12] a file may contain a secret, but setting the secret twice is refused', async () => {
  const url = await secretFile('postgresql://ceiba:secreto@db.example/ceiba\n');
  const key = await secretFile('a secret of ours\n');
  const config = readConfig({ DATABASE_URL_FILE: url, BANK_URL: bank.BANK_URL, BANK_KEY_FILE: key, BANK_KEY: '' });
  expect(config.databaseUrl).toBe('postgresql://ceiba:secreto@db.example/ceiba');
  expect(config.bank.merchantKey).toBe('a secret of ours');
  const acquirer = { ...database, ...bank, PAYMENT_GATEWAY: 'cybersource', CYBERSOURCE_SECRET_FILE: key };
  expect(readConfig(acquirer).acquirer.variables.CYBERSOURCE_SECRET).toBe('a secret of ours');
  expect(() => readConfig({ ...database, ...bank, BANK_KEY_FILE: key })).toThrow('BANK_KEY and BANK_KEY_FILE');
  expect(() => readConfig({ BANK_KEY_FILE: '/nowhere/at/all' })).toThrow('BANK_KEY_FILE names /nowhere/at/all');
  // This variable with a similar name belongs to another program.
  expect(readConfig({ HISTORY_FILE: '/nowhere/at/all' }).isDemo).toBe(true);
});

test('[OPS-12] a real shop does not start with a public key: the bank’s sandbox key or the demo’s secrets key', () => {
  expect(() => readConfig({ ...database, ...bank, BANK_KEY: sandboxKey })).toThrow('BANK_KEY is the sandbox');
  const demoKey = demoSecretsKey.toString('base64');
  expect(() => readConfig({ ...database, ...bank, SECRETS_KEY: demoKey })).toThrow(
    'SECRETS_KEY is the key of demo shops',
  );
  expect(readConfig({}).secretsKeys).toEqual([demoSecretsKey]);
  expect(readConfig({ ...database, ...bank }).secretsKeys).toEqual([]);
  const several = readConfig({ ...database, ...bank, SECRETS_KEY: `${secretKey}, ${secretKey}` });
  expect(several.secretsKeys).toEqual([Buffer.alloc(32, 7), Buffer.alloc(32, 7)]);
  expect(() => readConfig({ ...database, ...bank, SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY must hold keys');
});

test('[OPS-05] backups go to a folder or a bucket, with their own key', () => {
  expect(readConfig({}).backup).toBeUndefined();
  expect(readConfig({ BACKUP_TO: '/copies', BACKUP_KEY: secretKey }).backup?.place).toEqual({ dir: '/copies' });
  expect(readConfig({ BACKUP_KEY: secretKey }).backupAt('/disk').place).toEqual({ dir: '/disk' });
  expect(() => readConfig({ BACKUP_TO: '/copies' })).toThrow('BACKUP_KEY must be 32 bytes');
  const bucket = { BACKUP_TO: 'https://s3.example/copies/', BACKUP_KEY: secretKey };
  expect(() => readConfig(bucket)).toThrow('BACKUP_S3_REGION');
  const access = { BACKUP_S3_REGION: 'gt', BACKUP_S3_ACCESS_KEY_ID: 'a', BACKUP_S3_SECRET_ACCESS_KEY: 'b' };
  expect(readConfig({ ...bucket, ...access }).backup?.place).toEqual({
    s3: { endpoint: 'https://s3.example/copies', region: 'gt', accessKeyId: 'a', secretAccessKey: 'b' },
  });
});
