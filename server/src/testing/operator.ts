import type { Actor } from '@ceiba/domain/actors/actor';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Database } from '../platform/db/database.ts';
import { type Command, exitCodes, runCommandLine } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';

/** The user who types the commands in tests. */
export const operator: Actor = { kind: 'command', id: 'pruebas' };

interface TypedCall {
  db: Database;
  /** The arguments after the command's word. */
  args: readonly string[];
  /** Receives each line of stdout or stderr. */
  say: (text: string) => void;
  now?: Date;
  actor?: Actor;
  config?: Config;
  policy?: ShopPolicy;
}

/** Runs `ceiba <word> …` with these commands in this process. Returns false if its exit code was not 0. */
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

/** Runs `ceiba <word> …` in a shop. @throws the command's own text if it was refused */
export const typingIn =
  (shop: Required<Pick<TypedCall, 'db' | 'config'>>) =>
  async (commands: readonly Command[], word: string, ...args: string[]): Promise<void> => {
    const { db, config } = shop;
    const said: string[] = [];
    const type = typing(commands, word);
    if (!(await type({ db, config, args, say: (text) => said.push(text) }))) throw new Error(said.join('\n'));
  };
