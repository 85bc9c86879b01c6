import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface PaginationProps {
  /** What the page shows, such as "Showing 1–25 of 132". */
  summary: string
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
  label?: string
  className?: string | undefined
}

export function Pagination({
  summary,
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
  label = 'Pages',
  className,
}: PaginationProps) {
  return (
    <nav
      aria-label={label}
      className={classNames('flex flex-wrap items-center justify-between gap-3', className)}
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabled={!hasPrevious} onClick={onPrevious}>
          <ChevronLeft aria-hidden className="-ml-1" />
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={!hasNext} onClick={onNext}>
          Next
          <ChevronRight aria-hidden className="-mr-1" />
        </Button>
      </div>
    </nav>
  )
}
