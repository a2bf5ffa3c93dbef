import type { ContentBlock } from '@ceiba/contract/content';
import type { PackedCard } from '../catalog/packed-card.ts';

/** A block with the cards of its products. */
export type Block =
  | Exclude<ContentBlock, { kind: 'products' }>
  | { kind: 'products'; title: string; products: readonly PackedCard[] };
