import { ChartColumn } from 'lucide-react'
import { Suspense, lazy, useId, useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { FigureButton } from '../../figures/web/figure-button.tsx'
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
  notConvertedText,
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
export function CashFlowSection({ months, currency }: Pick<Dashboard, 'months' | 'currency'>) {
  const [view, setView] = useState<(typeof views)[number]['value']>('chart')
  // The content stays the same while the dialog closes.
  const [opened, setOpened] = useState<OpenedFigure>()
  const [isOpen, setIsOpen] = useState(false)
  const title = useId()
  const tests = testText(
    months.reduce((sum, { testMinor }) => sum + testMinor, 0),
    { currency },
  )
  const missing = notConvertedText(months)
  const isEmpty = missing === null && months.every(({ inMinor, outMinor }) => inMinor === 0 && outMinor === 0)

  function open(figure: OpenedFigure['figure'], month: string) {
    setOpened({ figure, month })
    setIsOpen(true)
  }

  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-3 p-4 lg:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 sm:flex-1">
          <h3 id={title} className="text-base font-semibold text-foreground">
            Cash flow, last six months
          </h3>
          <p className="text-sm text-muted">
            Payments received and expenses, by date.
            {tests && ` What you received ${tests}.`}
            {missing && ` ${missing}`}
            {!isEmpty && ` Select a ${view === 'chart' ? 'bar' : 'number'} to see what’s in it.`}
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
          title="No money in or out in these months"
          text="Payments and expenses appear here by date."
        />
      ) : view === 'table' ? (
        // Full card width on a phone.
        <div className="max-sm:-mx-3">
          <CashFlowTable months={months} currency={currency} canOpen />
        </div>
      ) : (
        <>
          <div aria-hidden>
            <Suspense fallback={<Skeleton className="h-64 w-full" />}>
              <CashFlowChart months={months} currency={currency} onOpen={open} />
            </Suspense>
          </div>
          <div className="sr-only">
            <CashFlowTable months={months} currency={currency} />
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
    </section>
  )
}

interface CashFlowTableProps {
  months: readonly CashFlowMonth[]
  currency: string
  /** False where the table replaces the chart for screen readers: no invisible element may take the focus. */
  canOpen?: boolean
}

function CashFlowTable({ months, currency, canOpen = false }: CashFlowTableProps) {
  function amount(figure: MonthFigure, month: string, text: string) {
    if (!canOpen) return text
    return (
      <FigureButton
        figure={figure}
        month={monthKey(month)}
        label={`${monthFigures[figure]}, ${longMonth(month)}`}
        className="touch:min-h-11"
      >
        {text}
      </FigureButton>
    )
  }

  const head = 'px-1 py-2 font-medium text-muted sm:px-4'
  const cell = 'px-1 py-2 text-right tabular-nums sm:px-4'
  return (
    <div className={canOpen ? 'overflow-x-auto' : undefined}>
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
              <td className={`${cell} ${one.inMinor === 0 ? 'text-muted' : 'text-positive'}`}>
                {amount('received', one.month, formatMoney(one.inMinor, { currency }))}
                {one.testMinor !== 0 && (
                  <span className="block text-xs text-muted">{testText(one.testMinor, { currency })}</span>
                )}
              </td>
              <td className={`${cell} ${one.outMinor === 0 ? 'text-muted' : 'text-negative'}`}>
                {amount('spent', one.month, formatMoney(one.outMinor, { currency }))}
              </td>
              <td className={`${cell} text-foreground`}>
                {amount('left-over', one.month, signedMoney(leftOver(one), { currency }))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
