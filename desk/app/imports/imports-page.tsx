import { importList } from '@ceiba/contract/desk/lists/imports';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ListPage } from '../list/list-page.tsx';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { importHref, importPills, isUnderWay } from './import-looks.ts';
import { UploadDialog } from './upload-dialog.tsx';

type ImportRow = DeskAnswer<'listImports'>['data'][number];

const pills = { state: importPills };
const hrefOf = ({ id }: ImportRow): string => importHref(id);
const cells = { id: ({ fileName, id }: ImportRow) => fileName || id };

/** "Importaciones": the uploaded files, newest first (OFF-19, BULK-03). */
export function Component() {
  const [isUploading, setIsUploading] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <ListPage
        list={importList}
        read={(query, options) => call('listImports', { query }, options)}
        hrefOf={hrefOf}
        cells={cells}
        pills={pills}
        isUnderWay={isUnderWay}
        actions={
          <>
            <Link className="button" to="/importaciones/plantillas">
              Plantillas
            </Link>
            <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setIsUploading(true)}>
              Subir archivo
            </Button>
          </>
        }
      />
      {isUploading && (
        <UploadDialog onUploaded={(id) => void navigate(importHref(id))} onClose={() => setIsUploading(false)} />
      )}
    </>
  );
}
