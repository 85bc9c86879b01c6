import { ChevronRight, Layers } from 'lucide-react'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import type { RetriableQuery } from '../../../web/ui/retry-button.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { Figure, FigureTerm } from '../contract.ts'
import { FigureRows } from './figure-rows.tsx'
import { emptyListText, isSubtracted, termAmount, termLabel } from './figure-text.ts'
import { OtherCurrencies } from './other-currencies.tsx'

interface FigureBodyProps extends Pick<ComponentProps<typeof FigureTerms>, 'focusTerm' | 'onTerm'> {
  figure: Figure | undefined
  list: ComponentProps<typeof FigureRows>['list'] & RetriableQuery & { isError: boolean }
}

export function FigureBody({ figure, list, focusTerm, onTerm }: FigureBodyProps) {
  if (!figure) {
    return list.isError ? (
      <ErrorState className="py-6!" title="The details of this number could not be loaded" query={list} />
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

interface FigureTermsProps {
  figure: Figure
  /** The index of the term that gets focus after the user has returned from it. */
  focusTerm: number | null
  onTerm: (term: FigureTerm, index: number, today: string) => void
}

function FigureTerms({ figure, focusTerm, onTerm }: FigureTermsProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (focusTerm !== null) list.current?.querySelectorAll('button')[focusTerm]?.focus()
  }, [focusTerm])
  return (
    <ul ref={list} className="divide-y divide-border">
      {figure.terms.map((term, index) => (
        <li key={`${term.figure} ${term.month}`}>
          <button
            type="button"
            onClick={() => onTerm(term, index, figure.today)}
            className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2 text-left text-sm hover:bg-surface-sunken"
          >
            <span className="min-w-0 flex-1 font-medium text-foreground">
              {termLabel(term, figure.today)}
              <OtherCurrencies other={term.other} className="font-normal" />
            </span>{' '}
            <span className="font-medium wrap-anywhere text-foreground tabular-nums">
              {index > 0 && (isSubtracted(term) ? '− ' : '+ ')}
              {formatMoney(index > 0 ? termAmount(term) : term.minor, figure)}
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      {figure.figure === 'average-per-day' && <li className="py-3 text-sm text-muted">Divided by 30</li>}
    </ul>
  )
}
