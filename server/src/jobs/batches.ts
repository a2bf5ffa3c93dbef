/** Repeats a step that handles a batch in its own transaction, until no work is left. Returns the total. */
export const inBatches = async (step: () => Promise<number>): Promise<number> => {
  let total = 0;
  for (let done = await step(); done > 0; done = await step()) total += done;
  return total;
};
