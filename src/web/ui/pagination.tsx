import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PaginationProps {
  /** What the page shows, such as "Showing 1–25 of 132". */
  summary: string
  /** The page that is shown, with the cursors of its neighbors. */
  page: { previous: string | null; next: string | null }
  onTurn: (cursor: { before: string } | { after: string }) => void
  label?: string
}

export function Pagination({ summary, page, onTurn, label = 'Pages' }: PaginationProps) {
  const { previous, next } = page
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={previous === null}
          onClick={() => previous && onTurn({ before: previous })}
        >
          <ChevronLeft aria-hidden className="-ml-1" />
          Previous
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={next === null}
          onClick={() => next && onTurn({ after: next })}
        >
          Next
          <ChevronRight aria-hidden className="-mr-1" />
        </Button>
      </div>
    </nav>
  )
}
