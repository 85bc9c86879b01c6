import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ImportProgress } from '../../../web/imports/import-progress.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardTitle } from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { DataImport } from '../contract.ts'
import { dataImportQuery, errorsUrl, isRunning, refreshAfterImport } from './data-import-api.ts'
import { progressText, resultText, undoneText } from './data-import-text.ts'
import { UndoDataImportDialog } from './undo-data-import-dialog.tsx'

/** How far the import is, and then what became of it. */
export function DataImportResult({ started, onNext }: { started: DataImport; onNext: () => void }) {
  const client = useQueryClient()
  const { data: current = started } = useQuery(dataImportQuery(started.id))
  const [asksUndo, setAsksUndo] = useState(false)
  const card = useRef<HTMLElement>(null)
  const running = isRunning(current)
  useEffect(() => {
    if (!running) void refreshAfterImport(client)
  }, [client, running])
  const { state, errors, id, kind } = current
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="import-result" className="outline-none">
      <CardContent className="flex flex-col gap-4">
        <CardTitle id="import-result" className="own-words wrap-anywhere">
          {current.fileName || 'Import'}
        </CardTitle>
        {running && <ImportProgress text={progressText(current)} one={current} />}
        {/* Rendered also while it is empty, so that screen readers announce the result. */}
        <div aria-live="polite">
          <Outcome current={current} />
        </div>
      </CardContent>
      {!running && (
        <CardFooter>
          <Button onClick={onNext}>Import another file</Button>
          {state === 'imported' && kind !== 'clients' && (
            <Button asChild variant="secondary">
              <Link to={kind === 'invoices' ? '/invoices' : '/expenses'}>View {kind}</Link>
            </Button>
          )}
          {errors > 0 && (
            <Button asChild variant="secondary">
              <a href={errorsUrl(id)} download>
                <Download aria-hidden />
                Rows with errors
              </a>
            </Button>
          )}
          {(state === 'imported' || (state === 'failed' && current.added > 0)) && (
            <Button variant="ghost" onClick={() => setAsksUndo(true)}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          )}
        </CardFooter>
      )}
      <UndoDataImportDialog
        undone={current}
        open={asksUndo}
        onOpenChange={setAsksUndo}
        fallbackFocus={card}
      />
    </Card>
  )
}

function Outcome({ current }: { current: DataImport }) {
  switch (current.state) {
    case 'imported':
      return (
        <div className="flex flex-col gap-4">
          {current.problem !== null && <Notice tone="attention">{current.problem}</Notice>}
          <Notice tone="success">{resultText(current)}</Notice>
        </div>
      )
    case 'failed':
      return (
        <Notice tone="error" role="note" title="The import stopped">
          {current.problem ?? 'Please try again.'}
        </Notice>
      )
    case 'undone':
      return <Notice title="The import was undone">{undoneText(current)}</Notice>
    default:
      return null
  }
}
