import type { Actor } from '@ceiba/domain/actors/actor';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Database } from '../platform/db/database.ts';
import { type Command, exitCodes, runCommandLine } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';

/** Who types the commands of tests. */
export const operator: Actor = { kind: 'command', id: 'pruebas' };

interface TypedCall {
  db: Database;
  /** What follows the command's word. */
  args: readonly string[];
  /** Each line on stdout or stderr. */
  say: (text: string) => void;
  now?: Date;
  actor?: Actor;
  config?: Config;
  policy?: ShopPolicy;
}

/** Types `ceiba <word> …` of these commands in this process; false where it did not end with 0. */
export const typing =
  (commands: readonly Command[], word: string) =>
  async (call: TypedCall): Promise<boolean> => {
    const { db, args, say, now = new Date(), actor = operator, config, policy = defaultShopPolicy } = call;
    const code = await runCommandLine(commands, [word, ...args], {
      now,
      actor,
      print: (text) => say(text.replace(/\n$/, '')),
      complain: say,
      readConfig: () => {
        if (config === undefined) throw new Error('this test gave no settings');
        return config;
      },
      onDatabase: (work) => work({ db, policy: async () => policy }),
    });
    return code === exitCodes.done;
  };

/** Types `ceiba <word> …` in a shop. @throws in its own words where it is refused */
export const typingIn =
  (shop: Required<Pick<TypedCall, 'db' | 'config'>>) =>
  async (commands: readonly Command[], word: string, ...args: string[]): Promise<void> => {
    const { db, config } = shop;
    const said: string[] = [];
    const type = typing(commands, word);
    if (!(await type({ db, config, args, say: (text) => said.push(text) }))) throw new Error(said.join('\n'));
  };
