import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePreview } from '@ceiba/contract/content';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mediaFolderPath } from '../media/media-store.ts';
import { openTestShop } from '../testing/test-shop.ts';

test('chat previews show the first banner of the home page as a JPEG of 1200 × 630', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-preview-'));
  const shop = await openTestShop({ MEDIA_DIR: folder });
  const banner = async (key: string, background: string): Promise<void> => {
    await mkdir(mediaFolderPath(folder, key), { recursive: true });
    const picture = sharp({ create: { width: 1_600, height: 640, channels: 3, background } }).webp();
    await writeFile(join(mediaFolderPath(folder, key), '1600.webp'), await picture.toBuffer());
    await shop.db.pool.query('delete from banners');
    await shop.db.pool.query(
      `insert into banners (place, position, title, link, link_label, picture_url) values ('hero', 1, 'Feria', '/a', 'Ver', $1)`,
      [`/media/${key}/1600.webp`],
    );
  };
  const preview = async () => {
    const answer = await shop.inject({ url: homePreview.path });
    const { width, height, format } = await sharp(answer.rawPayload).metadata();
    const { dominant } = await sharp(answer.rawPayload).stats();
    return { type: answer.headers['content-type'], size: [width, height], format, isRed: dominant.r > dominant.b };
  };
  await banner('a'.repeat(32), '#d01010');
  expect(await preview()).toEqual({ type: homePreview.type, size: [1_200, 630], format: 'jpeg', isRed: true });
  await banner('b'.repeat(32), '#1010d0');
  vi.setSystemTime(Date.now() + 5_000);
  expect((await preview()).isRed).toBe(false);
  await shop.close();
  await rm(folder, { recursive: true });
});
