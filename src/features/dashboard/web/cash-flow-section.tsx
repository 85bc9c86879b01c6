import { ChartColumn } from 'lucide-react'
import { Suspense, lazy, useId, useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { FigureDialog } from '../../figures/web/figure-dialog.tsx'
import { testText } from '../../figures/web/test-text.ts'
import type { Dashboard } from '../contract.ts'
import {
  type CashFlowMonth,
  type MonthFigure,
  leftOver,
  longMonth,
  monthFigures,
  monthKey,
  shortMonth,
  signedMoney,
} from './cash-flow-text.ts'

const CashFlowChart = lazy(() =>
  import('./cash-flow-chart.tsx').then((module) => ({ default: module.CashFlowChart })),
)

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

interface OpenedFigure {
  figure: MonthFigure
  month: string
}

/** Shows what came in and went out in each month, as a chart or a table. Every figure can be opened. */
export function CashFlowSection({ months }: { months: Dashboard['months'] }) {
  const [view, setView] = useState<(typeof views)[number]['value']>('chart')
  // The content stays the same while the dialog closes.
  const [opened, setOpened] = useState<OpenedFigure>()
  const [isOpen, setIsOpen] = useState(false)
  const title = useId()
  const tests = testText(months.reduce((sum, { testCents }) => sum + testCents, 0))
  const isEmpty = months.every(({ inCents, outCents }) => inCents === 0 && outCents === 0)

  function open(figure: OpenedFigure['figure'], month: string) {
    setOpened({ figure, month })
    setIsOpen(true)
  }

  return (
    <Card aria-labelledby={title} className="min-w-0 gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h3 id={title} className="text-base font-semibold text-foreground">
            Cash flow, last six months
          </h3>
          <p className="text-sm text-muted">
            Payments received against expenses, by their dates.
            {tests && ` What was received ${tests}.`}
            {!isEmpty && ` Press a ${view === 'chart' ? 'bar' : 'number'} to see what it is made of.`}
          </p>
        </div>
        {!isEmpty && (
          <Segmented
            legend="Show as"
            value={view}
            options={views}
            onValueChange={setView}
            className="max-sm:w-full"
          />
        )}
      </div>
      {isEmpty ? (
        <EmptyState
          icon={ChartColumn}
          level={3}
          className="py-8!"
          title="Nothing came in or went out in these months"
          text="A payment or an expense shows up here by its date."
        />
      ) : view === 'table' ? (
        // Full card width on a phone.
        <div className="max-sm:-mx-3">
          <CashFlowTable months={months} onOpen={open} />
        </div>
      ) : (
        <>
          <div aria-hidden>
            <Suspense fallback={<Skeleton className="h-73 w-full sm:h-80" />}>
              <CashFlowChart months={months} onOpen={open} />
            </Suspense>
          </div>
          <div className="sr-only">
            <CashFlowTable months={months} />
          </div>
        </>
      )}
      {opened && (
        <FigureDialog
          figure={opened.figure}
          month={opened.month}
          label={`${monthFigures[opened.figure]}, ${longMonth(`${opened.month}-01`)}`}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </Card>
  )
}

interface CashFlowTableProps {
  months: readonly CashFlowMonth[]
  /** Missing where the table stands in for the chart: no invisible element may take the focus. */
  onOpen?: (figure: MonthFigure, month: string) => void
}

function CashFlowTable({ months, onOpen }: CashFlowTableProps) {
  function amount(figure: MonthFigure, month: string, text: string) {
    if (!onOpen) return text
    return (
      <button
        type="button"
        aria-label={`${text}: why this number? ${monthFigures[figure]}, ${longMonth(month)}`}
        className="-mx-1 rounded-sm px-1 underline decoration-dotted underline-offset-4 hover:decoration-solid touch:min-h-11"
        onClick={() => onOpen(figure, monthKey(month))}
      >
        {text}
      </button>
    )
  }

  const head = 'px-1 py-2 font-medium text-muted sm:px-4'
  const cell = 'px-1 py-2 text-right tabular-nums sm:px-4'
  return (
    <div className={onOpen && 'overflow-x-auto'}>
      <table className="w-full text-sm">
        <caption className="sr-only">Payments received and expenses of the last six months</caption>
        <thead>
          <tr className="border-b border-border">
            <th scope="col" className={`${head} text-left`}>
              Month
            </th>
            {Object.values(monthFigures).map((label) => (
              <th key={label} scope="col" className={`${head} text-right`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month} className="border-b border-border last:border-b-0">
              <th scope="row" className="px-1 py-2 text-left font-normal text-foreground sm:px-4">
                <span className="sm:hidden">
                  <abbr title={longMonth(one.month)} className="no-underline">
                    {shortMonth(one.month)}
                  </abbr>
                </span>
                <span className="max-sm:hidden">{longMonth(one.month)}</span>
              </th>
              <td className={`${cell} ${one.inCents === 0 ? 'text-muted' : 'text-positive'}`}>
                {amount('received', one.month, formatMoney(one.inCents))}
                {one.testCents !== 0 && (
                  <span className="block text-xs text-muted">{testText(one.testCents)}</span>
                )}
              </td>
              <td className={`${cell} ${one.outCents === 0 ? 'text-muted' : 'text-negative'}`}>
                {amount('spent', one.month, formatMoney(one.outCents))}
              </td>
              <td className={`${cell} text-foreground`}>
                {amount('left-over', one.month, signedMoney(leftOver(one)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
