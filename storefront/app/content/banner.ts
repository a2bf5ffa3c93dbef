import type { CallAnswer } from '@ceiba/contract/client';

export type Banner = CallAnswer<'getHome'>['banners'][number];
