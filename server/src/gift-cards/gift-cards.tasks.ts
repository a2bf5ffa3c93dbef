import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteOldGuesses } from './paying-gift-cards.store.ts';
import { sendGiftCards } from './send-gift-cards.ts';

export interface GiftCardsTaskDeps {
  db: Database;
  policy: () => ShopPolicy;
  /** Origin of the shop, for links in the mail. */
  publicUrl: string;
}

export const sendGiftCardsTask = ({ db, policy, publicUrl }: GiftCardsTaskDeps): Task =>
  task('send-gift-cards', cronPayload, async (_payload, { now, log }) => {
    const lines = await sendGiftCards({ db, log }, { publicUrl, policy: policy() }, now);
    await inBatches(() => deleteOldGuesses(db.write));
    if (lines > 0) log.info({ lines }, 'gift cards sent');
  });

/** Runs each minute, so that a card bought for today arrives soon after the purchase. At most one run waits. */
export const giftCardsCrontab = '* * * * * send-gift-cards ?jobKey=send-gift-cards&jobKeyMode=preserve_run_at';
