import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { DropHere } from '../../../web/files/drop-here.tsx'
import { useDroppedFiles } from '../../../web/files/use-dropped-files.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useFocusOnChange } from '../../../web/use-focus-on-change.ts'
import { bankingQuery } from '../../banking/web/banking-api.ts'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { bankFilesPlanText } from '../rules.ts'
import { ChooseCard, ReadingCard, RefusedCard } from './choose-cards.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { currentFile, nextFile, positionText } from './import-flow.ts'
import { ImportResult } from './import-result.tsx'
import { Preview } from './preview/preview.tsx'
import { useImportFlow } from './use-import-flow.ts'

export function TransactionImportPage() {
  const isLocked = useIsLocked('importAndExport')
  return (
    <Page>
      <PageHeader
        above={<BackLink to="/transactions">Transactions</BackLink>}
        title="Import a bank file"
        help={<HelpHint topic="bank-files" />}
        description="For accounts without a connection. Nothing is imported until you have seen what is in the file."
      />
      {isLocked ? (
        <UpgradeCard feature="importAndExport" title={bankFilesPlanText.replace(/\.$/, '')}>
          Drop a file of any bank, and its transactions are added, each one once. On the Free plan you keep
          those that you have imported.
        </UpgradeCard>
      ) : (
        <ImportFlow />
      )}
      <EarlierImports />
    </Page>
  )
}

function ImportFlow() {
  const { account } = useSearch({ from: '/transactions/import' })
  const { flow, add, retry, start, goOn } = useImportFlow()
  const isOver = useDroppedFiles(true, add)
  const banking = useQuery(bankingQuery)
  const { step } = flow
  const fileName = currentFile(flow)?.name ?? ''
  const file = { fileName, position: positionText(flow) }
  const next = nextFile(flow)?.name
  // Where a file goes can be chosen once the accounts are known.
  const shown = step.name === 'preview' && banking.isPending ? 'reading' : step.name
  const section = useFocusOnChange(`${shown} ${flow.position}`)
  return (
    <section ref={section} tabIndex={-1} aria-label="Import" className="flex flex-col gap-6 outline-none">
      {shown === 'choose' && <ChooseCard onFiles={add} />}
      {shown === 'reading' && <ReadingCard file={file} onCancel={goOn} />}
      {step.name === 'refused' && (
        <RefusedCard
          file={file}
          problem={step.problem}
          next={next}
          onFiles={add}
          onRetry={retry}
          onNext={goOn}
        />
      )}
      {step.name === 'preview' && shown === 'preview' && (
        <Preview
          key={step.preview.import.id}
          first={step.preview}
          position={file.position}
          accounts={banking.data?.accounts ?? []}
          wanted={account}
          onStart={start}
          onLeave={goOn}
        />
      )}
      {step.name === 'started' && (
        <ImportResult
          key={step.started.id}
          started={step.started}
          position={file.position}
          next={next}
          onNext={goOn}
        />
      )}
      {isOver && <DropHere text="Drop to import" />}
    </section>
  )
}
