import { Loaded } from '../detail/detail-frame.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { FirstSteps } from './first-steps.tsx';

/** "Primeros pasos" at its own address, also for a shop that has products (OFF-29). */
export function Component() {
  const home = useDeskQuery('getDeskHome', {}, { staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <PageHead title="Primeros pasos" path={[{ label: 'Inicio', to: '/' }]} />
      <Loaded query={home}>{({ data }) => <FirstSteps read={data.firstSteps} />}</Loaded>
    </>
  );
}
