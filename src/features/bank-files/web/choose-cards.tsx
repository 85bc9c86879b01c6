import { FileUp } from 'lucide-react'
import { FileButton } from '../../../web/files/file-button.tsx'
import type { FileProblem } from '../../../web/files/file-problem.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { formatsText } from './bank-file-text.ts'

interface FileInQueue {
  fileName: string
  /** "2 of 3", if there are several. */
  position: string | undefined
}

interface ChooseProps {
  onFiles: (files: File[]) => void
}

export function ChooseCard({ onFiles }: ChooseProps) {
  return (
    <Card className="border-dashed">
      <EmptyState
        icon={FileUp}
        level={2}
        title="Choose a file from your bank, or drop it here"
        text={formatsText}
        action={<ChooseButton label="Choose a file" onFiles={onFiles} />}
      />
    </Card>
  )
}

/** Takes any file: banks give theirs many endings, and the content decides. */
function ChooseButton({ label, onFiles }: ChooseProps & { label: string }) {
  return (
    <FileButton icon={FileUp} accept="" multiple onFiles={onFiles}>
      {label}
    </FileButton>
  )
}

export function ReadingCard({ file, onCancel }: { file: FileInQueue; onCancel: () => void }) {
  return (
    <Card className="items-center gap-4 px-4 py-16 text-sm">
      <output className="flex max-w-full items-center gap-3 text-muted">
        <Spinner size="md" />
        <span className="own-words min-w-0 wrap-anywhere">
          Reading {file.fileName}…{file.position && ` (${file.position})`}
        </span>
      </output>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </Card>
  )
}

interface RefusedCardProps extends ChooseProps {
  file: FileInQueue
  problem: FileProblem
  next: string | undefined
  onRetry: () => void
  onNext: () => void
}

export function RefusedCard({ file, problem, next, onFiles, onRetry, onNext }: RefusedCardProps) {
  return (
    <>
      <Notice
        tone="error"
        title={
          <span className="own-words wrap-anywhere">
            {file.fileName} was not imported{file.position && ` (${file.position})`}
          </span>
        }
        actions={
          <>
            {problem.canRetry && (
              <Button variant="secondary" size="sm" onClick={onRetry}>
                Try again
              </Button>
            )}
            {next !== undefined && (
              <Button variant="secondary" size="sm" onClick={onNext}>
                Next file
              </Button>
            )}
          </>
        }
      >
        {problem.text}
      </Notice>
      {next === undefined && <ChooseCard onFiles={onFiles} />}
    </>
  )
}
