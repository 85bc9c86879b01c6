import { useMutation } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { BankAccount } from '../../../banking/contract.ts'
import { type BankFilePreview, type BankImport, confirmBankImport } from '../../contract.ts'
import { importLabel } from '../bank-file-text.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { QuestionCard } from './question-card.tsx'
import { StatementCard } from './statement-card.tsx'
import { confirmedTargets, countAdded, isReady } from './target-drafts.ts'
import { usePreview } from './use-preview.ts'

interface PreviewProps {
  first: BankFilePreview
  /** "2 of 3", if there are several files. */
  position: string | undefined
  accounts: readonly BankAccount[]
  /** The account that the page was opened for. */
  wanted: string | undefined
  onStart: (started: BankImport) => void
  onLeave: () => void
}

/** What is in a file and where it goes, or the question that has to be answered first. */
export function Preview({ first, position, accounts, wanted, onStart, onLeave }: PreviewProps) {
  const { preview, drafts, question, rereading, answer, chooseColumns, change } = usePreview(first, {
    accounts,
    wanted,
  })
  const { statements, table } = preview
  const [isTried, setIsTried] = useState(false)
  const [showsColumns, setShowsColumns] = useState(false)
  const cards = useRef<HTMLDivElement>(null)
  const focusFirstProblem = useEffectEvent(() =>
    cards.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
  )
  useEffect(() => {
    if (isTried) focusFirstProblem()
  }, [isTried])

  const confirming = useMutation({
    mutationFn: () =>
      call(confirmBankImport, {
        params: { id: preview.import.id },
        body: { choices: preview.choices, targets: confirmedTargets(drafts, statements) },
      }),
    onSuccess: onStart,
  })

  function submit() {
    if (isReady(drafts, statements)) confirming.mutate()
    else if (isTried) focusFirstProblem()
    else setIsTried(true)
  }

  const failed = confirming.error ?? rereading.error
  const added = countAdded(drafts, statements)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="own-words min-w-0 text-lg font-semibold wrap-anywhere">{preview.import.fileName}</h2>
        {position && <span className="text-sm text-muted">{position}</span>}
      </div>
      {question ? (
        <QuestionCard
          key={question.readings.map(({ text }) => text).join()}
          question={question}
          busy={rereading.isPending}
          onAnswer={answer}
        />
      ) : (
        <div
          ref={cards}
          aria-busy={rereading.isPending || undefined}
          className={`flex flex-col gap-6 transition-opacity ${rereading.isPending ? 'opacity-60 delay-150' : ''}`}
        >
          {statements.map((statement, n) => (
            <StatementCard
              // oxlint-disable-next-line react/no-array-index-key -- two statements of a file may be alike
              key={n}
              statement={statement}
              index={n}
              statements={statements.length}
              accounts={accounts}
              draft={drafts[n]!}
              showsProblems={isTried}
              onChange={(values) => change(n, values)}
            />
          ))}
        </div>
      )}
      {failed && (
        <Notice tone="error">
          {messageOf(failed, 'Something went wrong. Nothing was imported. Please try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!question && (
          <Button
            disabled={rereading.isPending || drafts.every(({ target }) => target === 'skip')}
            busy={confirming.isPending}
            busyLabel="Starting..."
            onClick={submit}
          >
            {importLabel(added)}
          </Button>
        )}
        <Button variant="secondary" disabled={confirming.isPending} onClick={onLeave}>
          Cancel
        </Button>
        {table && (
          <Button variant="ghost" onClick={() => setShowsColumns(true)}>
            <Columns3 aria-hidden />
            Choose the columns myself
          </Button>
        )}
      </div>
      {table && (
        <ColumnsDialog
          open={showsColumns}
          onOpenChange={setShowsColumns}
          table={table}
          columns={preview.choices.columns ?? table.found ?? undefined}
          busy={rereading.isPending}
          problem={
            rereading.error ? messageOf(rereading.error, 'These columns could not be read.') : undefined
          }
          onChoose={chooseColumns}
        />
      )}
    </>
  )
}
