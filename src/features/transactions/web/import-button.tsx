import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { DropHere } from '../../../web/files/drop-here.tsx'
import { useDroppedFiles } from '../../../web/files/use-dropped-files.ts'
import { Button } from '../../../web/ui/button.tsx'
import { useMay } from '../../auth/web/session.ts'
import { includesFeature } from '../../billing/rules.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { businessQuery } from '../../business/web/business-api.ts'
import { keepFilesToImport } from './files-to-import.ts'

export function ImportButton() {
  return useMay('money.write') && <Import />
}

/** Opens the import of bank files, which also takes files that are dropped on the page. */
function Import() {
  const { data } = useQuery(businessQuery)
  const navigate = useNavigate()
  const isIncluded = data !== undefined && includesFeature(data.plan, 'importAndExport')
  const isOver = useDroppedFiles(isIncluded, (files) => {
    keepFilesToImport(files)
    void navigate({ to: '/transactions/import' })
  })
  if (!isIncluded) {
    return (
      <Button variant="secondary" disabled>
        <Upload aria-hidden />
        Import {data && <ProBadge />}
      </Button>
    )
  }
  return (
    <>
      <Button asChild variant="secondary">
        <Link to="/transactions/import">
          <Upload aria-hidden />
          Import
        </Link>
      </Button>
      {isOver && <DropHere text="Drop to import" />}
    </>
  )
}
