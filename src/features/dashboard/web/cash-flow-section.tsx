import { ChartColumn } from 'lucide-react'
import { Suspense, lazy, useId, useState } from 'react'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Segmented } from '../../../web/ui/fields/segmented.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { FigureDialog } from '../../figures/web/figure-dialog.tsx'
import { testText } from '../../figures/web/test-text.ts'
import type { Dashboard } from '../contract.ts'
import { CashFlowTable } from './cash-flow-table.tsx'
import { type MonthFigure, longMonth, monthFigures } from './cash-flow-text.ts'

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
