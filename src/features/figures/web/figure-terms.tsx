import { ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import type { Figure, FigureTerm } from '../contract.ts'
import { isSubtracted, termAmount, termLabel } from './figure-text.ts'

interface FigureTermsProps {
  figure: Figure
  /** The index of the term that gets focus after the user has returned from it. */
  focusTerm: number | null
  onTerm: (term: FigureTerm, index: number, today: string) => void
}

/** The figures that this one is calculated from. Each can be opened. */
export function FigureTerms({ figure, focusTerm, onTerm }: FigureTermsProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (focusTerm !== null) list.current?.querySelectorAll('button')[focusTerm]?.focus()
  }, [focusTerm])
  return (
    <ul ref={list} className="divide-y divide-border">
      {figure.terms.map((term, index) => (
        <li key={`${term.figure} ${term.month}`}>
          <TermButton
            term={term}
            isFirst={index === 0}
            label={termLabel(term, figure.today)}
            onOpen={() => onTerm(term, index, figure.today)}
          />
        </li>
      ))}
      {figure.figure === 'average-per-day' && <li className="py-3 text-sm text-muted">Divided by 30</li>}
    </ul>
  )
}

interface TermButtonProps {
  term: FigureTerm
  isFirst: boolean
  label: string
  onOpen: () => void
}

function TermButton({ term, isFirst, label, onOpen }: TermButtonProps) {
  const sign = isFirst ? '' : isSubtracted(term) ? '− ' : '+ '
  return (
    <button
      type="button"
      onClick={onOpen}
      className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2 text-left text-sm hover:bg-surface-sunken"
    >
      <span className="min-w-0 flex-1 font-medium text-foreground">{label}</span>{' '}
      <span className="font-medium wrap-anywhere text-foreground tabular-nums">
        {sign}
        {formatMoney(isFirst ? term.cents : termAmount(term))}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  )
}
