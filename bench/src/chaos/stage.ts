import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../bench-room.ts';
import { type BenchResult, isGood, playParts, runCommand } from '../figures.ts';
import { stopAll } from '../processes.ts';
import type { Promises } from './audit.ts';
import { type ChaosScene, openScene, type SceneOptions } from './scene.ts';
import { type Market, openMarket } from './ways-of-buying.ts';

/** A scene in which people can buy. */
export interface Stage extends ChaosScene {
  market: Market;
  /** Orders and carts that were confirmed to shoppers in all parts so far. At the end the audit looks for each of them in the database. */
  promises: Promises;
}

type Parts = readonly (readonly [name: string, play: () => Promise<BenchResult[]>])[];

/** Runs a command whose parts use a stage, one after the other. Always closes the stage. */
export const runOnStage = (
  open: () => Promise<SceneOptions>,
  coupon: { code: string; limit: number },
  partsOf: (stage: Stage) => Parts,
): void =>
  runCommand(async () => {
    const scene = await openScene(await open());
    try {
      const market = await openMarket(scene, coupon);
      return isGood(await playParts(partsOf({ ...scene, market, promises: { orders: [], carts: [] } })));
    } finally {
      await scene.close();
    }
  }, stopAll);

/** Waits until this number of orders is between their claim and the bank's response, for 20 s at most. */
export const waitForPlacing = async ({ database }: ChaosScene, least: number): Promise<void> => {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const rows = await ask(database, `select id from orders where status in ('placing', 'voiding')`);
    if (rows.length >= least) return;
  }
};
