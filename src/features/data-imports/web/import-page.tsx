import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { DropHere } from '../../../web/files/drop-here.tsx'
import { FileButton } from '../../../web/files/file-button.tsx'
import { useDroppedFiles } from '../../../web/files/use-dropped-files.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { useFocusOnChange } from '../../../web/use-focus-on-change.ts'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import type { DataImport, DataPreview } from '../contract.ts'
import { bankStatementText, dataImportPlanText, dataKinds } from '../rules.ts'
import { discard, refusedText, sendDataFile, templateUrl } from './data-import-api.ts'
import { DataImportResult } from './data-import-result.tsx'
import { DataPreviewView } from './data-preview-view.tsx'
import { EarlierDataImports } from './earlier-data-imports.tsx'

export function ImportPage() {
  const isLocked = useIsLocked('importAndExport')
  return (
    <Page>
      <PageHeader
        above={<BackLink to="/settings">Settings</BackLink>}
        title="Import your data"
        help={<HelpHint topic="import-your-data" />}
        description="Clients, invoices and expenses from another program. Nothing is imported until you have seen what is in the file."
      />
      {isLocked ? (
        <UpgradeCard feature="importAndExport" title={dataImportPlanText.replace(/\.$/, '')}>
          Bring your clients, invoices and expenses from another program. On the Free plan you keep what you
          have imported.
        </UpgradeCard>
      ) : (
        <ImportSteps />
      )}
      <EarlierDataImports />
    </Page>
  )
}

function ImportSteps() {
  const [preview, setPreview] = useState<DataPreview>()
  const [started, setStarted] = useState<DataImport>()
  const sending = useMutation({
    mutationFn: sendDataFile,
    onSuccess: (next) => {
      setStarted(undefined)
      setPreview(next)
    },
  })
  const isOpen = !preview && !sending.isPending
  const add = ([file]: readonly File[]) => {
    if (file && isOpen) sending.mutate(file)
  }
  const isOver = useDroppedFiles(isOpen, add)
  const step = sending.isPending ? 'reading' : preview ? 'preview' : started ? 'started' : 'choose'
  const section = useFocusOnChange(step)

  function leave() {
    if (preview) discard(preview)
    setPreview(undefined)
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Import" className="flex flex-col gap-6 outline-none">
      {step === 'reading' && (
        <Card className="items-center px-4 py-16 text-sm">
          <output className="flex max-w-full items-center gap-3 text-muted">
            <Spinner size="md" />
            <span className="own-words min-w-0 wrap-anywhere">Reading {sending.variables?.name}…</span>
          </output>
        </Card>
      )}
      {step === 'preview' && preview && (
        <DataPreviewView
          key={preview.import.id}
          first={preview}
          onStart={(next) => {
            setPreview(undefined)
            setStarted(next)
          }}
          onLeave={leave}
        />
      )}
      {step === 'started' && started && (
        <DataImportResult key={started.id} started={started} onNext={() => setStarted(undefined)} />
      )}
      {step === 'choose' && (
        <>
          {sending.isError && <NotRead fileName={sending.variables.name} error={sending.error} />}
          <ChooseCard onFiles={add} />
        </>
      )}
      {isOver && <DropHere text="Drop to import" />}
    </section>
  )
}

function NotRead({ fileName, error }: { fileName: string; error: Error }) {
  const text = refusedText(error) ?? messageOf(error, 'This file could not be read. Please try again.')
  return (
    <Notice
      tone="error"
      title={<span className="own-words wrap-anywhere">{fileName} was not read</span>}
      actions={
        text === bankStatementText && (
          <Button asChild variant="secondary" size="sm">
            <Link to="/transactions/import">Import a bank file</Link>
          </Button>
        )
      }
    >
      {text}
    </Notice>
  )
}

function ChooseCard({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <Card className="border-dashed">
      <EmptyState
        icon={FileUp}
        level={2}
        title="Choose a file, or drop it here"
        text="CSV or Excel, as FreshBooks, QuickBooks, Wave, Xero, Stripe and Invoice Ninja export it. Begin with your clients."
        action={
          <FileButton icon={FileUp} accept=".csv,.tsv,.txt,.xlsx" onFiles={onFiles}>
            Choose a file
          </FileButton>
        }
      />
      <p className="px-4 pb-8 text-center text-sm text-muted">
        From somewhere else? Fill in a template:{' '}
        {dataKinds.map((kind, n) => (
          <span key={kind}>
            {n > 0 && ', '}
            <a href={templateUrl(kind)} download className={textLink}>
              {kind}
            </a>
          </span>
        ))}
        .
      </p>
    </Card>
  )
}
