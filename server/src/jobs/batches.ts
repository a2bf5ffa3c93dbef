/** Repeats a step that does a batch, each in a transaction of its own, until it finds nothing more; answers the sum. */
export const inBatches = async (step: () => Promise<number>): Promise<number> => {
  let total = 0;
  for (let done = await step(); done > 0; done = await step()) total += done;
  return total;
};
