import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { useMay } from '../../auth/web/session.ts'
import type { Figure, FigureTerm } from '../contract.ts'
import { type FigureRef, figureQuery, joinPages } from './figure-api.ts'
import { FigureBody } from './figure-body.tsx'
import {
  conversionText,
  figureSentence,
  figureTitle,
  shownCountText,
  termLabel,
  totalLabel,
} from './figure-text.ts'
import { besideLines, includedLines } from './other-currency-text.ts'
import { testText } from './test-text.ts'

interface FigureDialogProps extends FigureRef {
  /** The label of the figure where the dialog was opened. */
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface OpenTerm extends FigureRef {
  label: string
  index: number
}

export function FigureDialog({ figure, month, label, open, onOpenChange }: FigureDialogProps) {
  const { opening, openTerm, showTerm, hideTerm, lastTerm } = useOpening(open)
  const shown = openTerm ?? { figure, month, label }
  const list = useInfiniteQuery({ ...figureQuery(shown, opening), enabled: open })
  const figureData = list.data && joinPages(list.data.pages)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={figureTitle(shown.label, figureData)}
      description={
        // An output element, so that screen readers announce the sentence once it is loaded.
        <output className="block">
          {figureData
            ? figureSentence(figureData)
            : list.isPending && (
                <>
                  <span className="sr-only">Loading...</span>
                  <Skeleton className="h-5 w-3/4" />
                </>
              )}
        </output>
      }
      footer={(figureData ?? list.isPending) && <FigureTotal figure={figureData} />}
    >
      {openTerm && <Back label={label} onBack={hideTerm} />}
      <FigureBody
        figure={figureData}
        list={list}
        focusTerm={lastTerm}
        onTerm={(term: FigureTerm, index, today) =>
          showTerm({
            figure: term.figure,
            month: term.month ?? undefined,
            label: termLabel(term, today),
            index,
          })
        }
      />
    </Dialog>
  )
}

/** The state of the dialog, which starts at the figure itself each time it opens. */
function useOpening(open: boolean) {
  const [wasOpen, setWasOpen] = useState(open)
  const id = useId()
  const [times, setTimes] = useState(0)
  const [openTerm, setOpenTerm] = useState<OpenTerm | null>(null)
  const [lastTerm, setLastTerm] = useState<number | null>(null)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setTimes(times + 1)
      setOpenTerm(null)
      setLastTerm(null)
    }
  }
  return {
    opening: `${id} ${times}`,
    openTerm,
    /** The index of the term that the user has returned from. */
    lastTerm,
    showTerm: (term: OpenTerm) => setOpenTerm(term),
    hideTerm: () => {
      setLastTerm(openTerm?.index ?? null)
      setOpenTerm(null)
    },
  }
}

function Back({ label, onBack }: { label: string; onBack: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The pressed term is no longer rendered, so focus moves here.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className="sticky top-0 z-10 -mx-2 -mt-3 bg-surface-raised pb-1">
      <Button ref={button} variant="ghost" size="sm" className="px-2!" onClick={onBack}>
        <ChevronLeft aria-hidden />
        Back to {label}
      </Button>
    </div>
  )
}

/** The total, which stays visible below the scrolling rows. */
function FigureTotal({ figure }: { figure: Figure | undefined }) {
  const mayAddRates = useMay('money.write')
  const part = figure && shownCountText(figure)
  const tests = figure && testText(figure.testMinor, figure)
  const conversion = figure && conversionText(figure)
  const other = figure?.other ?? []
  const beside = besideLines(other)
  // It is no sum, so nothing stands beside it. Its sentence names what it was not compared with.
  const isSum = figure?.figure !== 'largest-expense'
  return (
    <div className="w-full sm:border-t sm:border-border sm:pt-4">
      <output className="block text-xs wrap-anywhere text-muted tabular-nums">
        {[part, tests, ...includedLines(other), conversion, ...(isSum ? beside : [])]
          .filter((text) => typeof text === 'string')
          .map((text) => (
            <span key={text} className="mb-1 block first-letter:uppercase">
              {text}
            </span>
          ))}
      </output>
      {mayAddRates && beside.length > 0 && (
        <p className="mb-2 text-xs">
          <Link
            to="/settings"
            hash="exchange-rates"
            className={`${textLink} touch:-my-3 touch:inline-block touch:py-3`}
          >
            Add an exchange rate
          </Link>
        </p>
      )}
      <p className="flex items-baseline justify-between gap-4 font-semibold text-foreground">
        <span>{figure ? totalLabel(figure) : 'Total'}</span>{' '}
        <span className="text-lg tabular-nums wrap-anywhere">
          {figure ? formatMoney(figure.minor, figure) : <Skeleton className="h-5 w-24" />}
        </span>
      </p>
    </div>
  )
}
