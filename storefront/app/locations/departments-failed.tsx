import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** Where a form cannot ask for a place. */
export const DepartmentsFailed = ({ reload }: { reload: () => void }) => (
  <AlertBox type="Error" role="alert" title="No pudimos cargar los departamentos">
    <Button variant="outline" size="sm" className="mt-2.5" onClick={reload}>
      Reintentar
    </Button>
  </AlertBox>
);
