import { useInfiniteQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { type ReportFigureRef, reportEntriesQuery } from './report-api.ts'
import { ReportEntries } from './report-entries.tsx'

interface ReportFigureDialogProps {
  figure: ReportFigureRef
  /** The row and the column of the figure. */
  label: string
  currency: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** "Why this number?": the entries that a figure of a report is made of, and their sum. */
export function ReportFigureDialog({ figure, label, currency, open, onOpenChange }: ReportFigureDialogProps) {
  const list = useInfiniteQuery({ ...reportEntriesQuery(figure, useOpening(open)), enabled: open })
  const pages = list.data?.pages
  const entries = pages?.flatMap((page) => page.entries)
  const sum = pages?.at(-1)?.minor
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Why this number?"
      description={<span className="own-words">{label}</span>}
      footer={
        (sum !== undefined || list.isPending) && (
          <p className="flex w-full items-baseline justify-between gap-4 font-semibold text-foreground sm:border-t sm:border-border sm:pt-4">
            <span>Total</span>{' '}
            <span className="text-lg tabular-nums">
              {sum === undefined ? <Skeleton className="h-5 w-24" /> : formatMoney(sum, { currency })}
            </span>
          </p>
        )
      }
    >
      {!entries ? (
        <PanelFallback
          query={list}
          title="The details of this number could not be loaded"
          sizes={['h-10 w-full', 'h-10 w-full', 'h-10 w-full']}
        />
      ) : entries.length === 0 ? (
        <EmptyState icon={Layers} className="py-6!" title="Nothing is in this number" />
      ) : (
        <ReportEntries entries={entries} currency={currency} list={list} />
      )}
    </Dialog>
  )
}

/** How many times the dialog was opened. */
function useOpening(open: boolean): number {
  const [wasOpen, setWasOpen] = useState(false)
  const [times, setTimes] = useState(0)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setTimes(times + 1)
  }
  return times
}
