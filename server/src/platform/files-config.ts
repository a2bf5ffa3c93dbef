import { join, resolve } from 'node:path';
import { z } from 'zod';

export interface S3Access {
  /** Address of the bucket, without a trailing slash: `https://s3.example/bucket`, or of a host that is the bucket. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where files live that no address leads to: a folder of this machine, or a bucket of S3 or of what speaks like it. */
export type FilesConfig = { dir: string } | { s3: S3Access };

/** Part of the environment; `.env.example` explains each. */
export const filesSettings = {
  FILES_STORE: z.enum(['folder', 's3']).default('folder'),
  FILES_DIR: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

type Settings = z.infer<z.ZodObject<typeof filesSettings>> & { DATA_DIR: string };

/** @throws a readable error that names every setting of the bucket that is missing */
export function filesConfigOf(values: Settings): FilesConfig {
  if (values.FILES_STORE === 'folder') return { dir: resolve(values.FILES_DIR ?? join(values.DATA_DIR, 'files')) };
  const { S3_ENDPOINT = '', S3_REGION = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = values;
  const settings = { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(settings).filter(([, value]) => value === '');
  if (missing.length > 0) {
    const list = missing.map(([name]) => `✖ ${name} is not set`).join('\n');
    throw new Error(`FILES_STORE=s3 wants its bucket (docs/operations.md):\n${list}`);
  }
  const endpoint = S3_ENDPOINT.replace(/\/$/, '');
  return {
    s3: { endpoint, region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  };
}
