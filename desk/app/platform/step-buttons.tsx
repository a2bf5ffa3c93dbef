import { useState } from 'react';
import { Button } from './button.tsx';

/** The pages of rows that lead to the shown one, by the last row of each. `after`: the row after which the shown page begins. */
export const useTrail = () => {
  const [trail, setTrail] = useState<readonly number[]>([]);
  return { trail, setTrail, after: trail.at(-1) };
};

/** Two buttons, to the previous and the next page of rows. `next`: the last row of the shown page; null: it is the last page. */
export const StepButtons = ({
  trail,
  setTrail,
  next,
}: Pick<ReturnType<typeof useTrail>, 'trail' | 'setTrail'> & { next: number | null }) => (
  <div className="flex gap-2 p-4">
    <Button size="small" icon="chevron-left" disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
      Anteriores
    </Button>
    <Button
      size="small"
      icon="chevron-right"
      disabled={next === null}
      onClick={() => next !== null && setTrail([...trail, next])}
    >
      Siguientes
    </Button>
  </div>
);
