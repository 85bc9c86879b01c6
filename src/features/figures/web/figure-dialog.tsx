import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { FigureTerm } from '../contract.ts'
import { type FigureCursor, figureQuery, joinPages } from './figure-api.ts'
import { FigureBody } from './figure-body.tsx'
import { figureSentence, figureTitle, termLabel } from './figure-text.ts'
import { FigureTotal } from './figure-total.tsx'

interface FigureDialogProps extends FigureCursor {
  /** What the figure is called where it was opened. */
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One of the terms, looked into. */
interface Inside extends FigureCursor {
  label: string
  index: number
}

/** What a figure is, in words, and what exactly it is made of. */
export function FigureDialog({ figure, month, label, open, onOpenChange }: FigureDialogProps) {
  const { opening, inside, enter, leave, left } = useOpening(open)
  const shown = inside ?? { figure, month, label }
  const list = useInfiniteQuery({ ...figureQuery(shown, opening), enabled: open })
  const whole = list.data && joinPages(list.data.pages)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={figureTitle(shown.label, whole)}
      description={
        // Said once it is known, to those who do not see it come.
        <output className="block">
          {whole
            ? figureSentence(whole)
            : list.isPending && (
                <>
                  <span className="sr-only">Loading...</span>
                  <Skeleton className="h-5 w-3/4" />
                </>
              )}
        </output>
      }
      footer={(whole ?? list.isPending) && <FigureTotal figure={whole} />}
    >
      {inside && <Back label={label} onBack={leave} />}
      <FigureBody
        figure={whole}
        list={list}
        focusTerm={left}
        onTerm={(term: FigureTerm, index, today) =>
          enter({
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

/** Each time it opens it begins anew, at the figure itself. */
function useOpening(open: boolean) {
  const [wasOpen, setWasOpen] = useState(open)
  const id = useId()
  const [times, setTimes] = useState(0)
  const [inside, setInside] = useState<Inside | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setTimes(times + 1)
      setInside(null)
      setLeft(null)
    }
  }
  return {
    opening: `${id} ${times}`,
    inside,
    /** The term that was come back from. */
    left,
    enter: (term: Inside) => setInside(term),
    leave: () => {
      setLeft(inside?.index ?? null)
      setInside(null)
    },
  }
}

function Back({ label, onBack }: { label: string; onBack: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The term that was pressed is gone: reading goes on here.
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
