import { Layers } from 'lucide-react'
import type { ComponentProps } from 'react'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState, type RetriableQuery } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { Figure } from '../contract.ts'
import { FigureRows } from './figure-rows.tsx'
import { FigureTerms } from './figure-terms.tsx'
import { emptyListText } from './figure-text.ts'

interface FigureBodyProps extends Pick<ComponentProps<typeof FigureTerms>, 'focusTerm' | 'onTerm'> {
  figure: Figure | undefined
  list: ComponentProps<typeof FigureRows>['list'] & RetriableQuery & { isError: boolean }
}

/** The rows or terms of a figure, or the loading, error or empty state. */
export function FigureBody({ figure, list, focusTerm, onTerm }: FigureBodyProps) {
  if (!figure) {
    return list.isError ? (
      <ErrorState className="py-6!" title="What this number is made of could not be loaded" query={list} />
    ) : (
      <RowSkeletons />
    )
  }
  if (figure.terms.length > 0) return <FigureTerms figure={figure} focusTerm={focusTerm} onTerm={onTerm} />
  if (figure.rows.length === 0) {
    return <EmptyState icon={Layers} className="py-6!" {...emptyListText(figure)} />
  }
  return <FigureRows figure={figure} list={list} />
}

const rowWidths = ['w-32', 'w-40', 'w-28'] as const

function RowSkeletons() {
  return (
    <div className="divide-y divide-border">
      {rowWidths.map((width) => (
        <div key={width} className="flex items-start justify-between gap-4 py-3">
          <div className="flex flex-col gap-1.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5 w-44" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
