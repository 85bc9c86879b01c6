import { useMutation } from '@tanstack/react-query'
import { Columns3, Download } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { type DataImport, type DataPreview, confirmDataImport, previewDataFile } from '../contract.ts'
import { labelOf } from '../rules.ts'
import { DataColumnsDialog } from './data-columns-dialog.tsx'
import { errorsUrl } from './data-import-api.ts'
import { countsText, errorsText, importLabel, recognisedText } from './data-import-text.ts'
import { DataQuestionCard } from './data-question-card.tsx'
import { DataRows } from './data-rows.tsx'
import { allGood, countChosen } from './row-choice.ts'

interface DataPreviewViewProps {
  first: DataPreview
  onStart: (started: DataImport) => void
  onLeave: () => void
}

/** What is in a file, or what has to be known first. */
export function DataPreviewView({ first, onStart, onLeave }: DataPreviewViewProps) {
  // Counts the readings, so that lists of an earlier one are not shown.
  const [{ preview, reading }, setShown] = useState({ preview: first, reading: 0 })
  const [choice, setChoice] = useState(allGood)
  const [showsColumns, setShowsColumns] = useState(false)
  const params = { id: preview.import.id }
  const rereading = useMutation({
    mutationFn: (choices: DataPreview['choices']) => call(previewDataFile, { params, body: { choices } }),
    onSuccess: (next) => {
      setShown({ preview: next, reading: reading + 1 })
      setChoice(allGood)
    },
  })
  const confirming = useMutation({
    mutationFn: () =>
      call(confirmDataImport, {
        params,
        body: { chosen: 'all', except: [...choice.except], also: [...choice.also] },
      }),
    onSuccess: onStart,
  })
  const { missing, questions, counts } = preview
  const { kind, fileName } = preview.import
  const [question] = questions
  const chosen = countChosen(choice, counts)
  const failed = confirming.error ?? (showsColumns ? null : rereading.error)
  const isReady = missing.length === 0 && !question
  return (
    <>
      <div className="flex flex-col gap-1">
        <h2 className="own-words text-lg font-semibold wrap-anywhere">{fileName || 'Your file'}</h2>
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {recognisedText(preview.import)}
          {isReady && ` – ${countsText(counts, kind)}`}
        </p>
      </div>
      {missing.length > 0 && (
        <Notice tone="attention" title="Which column has what?">
          No column was found for: {missing.map((field) => labelOf(kind, field)).join(', ')}. Please choose
          the columns. If the file has no such column, add one and send the file again.
        </Notice>
      )}
      {question && missing.length === 0 && (
        <DataQuestionCard
          key={`${question.about} ${reading}`}
          question={question}
          busy={rereading.isPending}
          onAnswer={(about, value) => rereading.mutate({ ...preview.choices, [about]: value })}
        />
      )}
      {isReady && counts.error > 0 && (
        <Notice
          tone="attention"
          actions={
            <Button asChild variant="secondary" size="sm">
              <a href={errorsUrl(params.id)} download>
                <Download aria-hidden />
                Download them
              </a>
            </Button>
          }
        >
          {errorsText(counts, kind)}
        </Notice>
      )}
      {failed && (
        <Notice
          tone="error"
          title={confirming.error ? 'The import did not start' : 'Your answer was not used'}
        >
          {messageOf(failed, 'Something went wrong. Nothing was imported. Please try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isReady && (
          <Button
            disabled={rereading.isPending || chosen === 0}
            busy={confirming.isPending}
            busyLabel="Starting..."
            onClick={() => confirming.mutate()}
          >
            {importLabel(chosen, kind)}
          </Button>
        )}
        <Button
          variant={isReady || question ? 'ghost' : 'primary'}
          className={isReady || question ? 'order-last' : ''}
          onClick={() => setShowsColumns(true)}
        >
          <Columns3 aria-hidden />
          Choose the columns
        </Button>
        <Button variant="secondary" disabled={confirming.isPending} onClick={onLeave}>
          Cancel
        </Button>
      </div>
      {isReady && (
        <DataRows key={reading} preview={preview} reading={reading} choice={choice} onChoose={setChoice} />
      )}
      <DataColumnsDialog
        key={`columns ${reading}`}
        open={showsColumns}
        onOpenChange={setShowsColumns}
        preview={preview}
        busy={rereading.isPending}
        problem={rereading.error ? messageOf(rereading.error, 'These columns could not be read.') : undefined}
        onChoose={(choices) => rereading.mutateAsync(choices)}
      />
    </>
  )
}
