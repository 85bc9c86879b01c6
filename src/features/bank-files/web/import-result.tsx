import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ImportProgress } from '../../../web/imports/import-progress.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardTitle } from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { BankImport } from '../contract.ts'
import { bankImportQuery, isRunning, refreshAfterImport, showInList } from './bank-file-api.ts'
import { progressText, resultText } from './bank-file-text.ts'
import { UndoImportDialog } from './undo-import-dialog.tsx'

interface ImportResultProps {
  started: BankImport
  position: string | undefined
  next: string | undefined
  onNext: () => void
}

/** How far the import is, and then what became of it. */
export function ImportResult({ started, position, next, onNext }: ImportResultProps) {
  const client = useQueryClient()
  const query = useQuery(bankImportQuery(started.id))
  const current = query.data ?? started
  const [asksUndo, setAsksUndo] = useState(false)
  const card = useRef<HTMLElement>(null)
  const { state } = current
  const running = isRunning(current)
  useEffect(() => showInList(client, current), [client, current])
  useEffect(() => {
    if (!running) void refreshAfterImport(client)
  }, [client, running])
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="import-result" className="outline-none">
      <CardContent className="flex flex-col gap-4">
        <CardTitle id="import-result" className="own-words wrap-anywhere">
          {current.fileName}
          {position && <span className="font-normal text-muted"> ({position})</span>}
        </CardTitle>
        {running && <ImportProgress text={progressText(current)} one={current} />}
        {/* Rendered also while it is empty, so that screen readers announce the result. */}
        <div aria-live="polite">
          <Outcome current={current} />
        </div>
      </CardContent>
      {!running && (
        <CardFooter>
          <Button onClick={onNext}>{next === undefined ? 'Import another file' : 'Next file'}</Button>
          {state === 'imported' &&
            current.accounts.map(({ id, label }) => (
              <Button key={id} asChild variant="secondary">
                <Link to="/transactions" search={{ account: id }}>
                  {current.accounts.length === 1 ? 'View transactions' : `View ${label}`}
                </Link>
              </Button>
            ))}
          {state === 'imported' && (
            <Button variant="ghost" onClick={() => setAsksUndo(true)}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          )}
        </CardFooter>
      )}
      <UndoImportDialog undone={current} open={asksUndo} onOpenChange={setAsksUndo} fallbackFocus={card} />
    </Card>
  )
}

function Outcome({ current }: { current: BankImport }) {
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
        <Notice tone="error" role="note" title="The file was not imported">
          {current.problem ?? 'Please try again.'}
        </Notice>
      )
    case 'undone':
      return (
        <Notice title="The import was undone">
          The transactions that only this file contained are removed.
        </Notice>
      )
    default:
      return null
  }
}
