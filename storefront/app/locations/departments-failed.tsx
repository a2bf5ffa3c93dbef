import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';

/** Replaces the fields of a place if the departments cannot be loaded. */
export const DepartmentsFailed = ({ reload }: { reload: () => void }) => (
  <AlertBox type="Error" role="alert" title="No pudimos cargar los departamentos">
    <Button variant="outline" size="sm" className="mt-2.5" onClick={reload}>
      Reintentar
    </Button>
  </AlertBox>
);
