import { Eye } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { FormBody } from '../../../../web/forms/form-body.tsx'
import type { DraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import { useFirstField } from '../../../../web/forms/use-first-field.ts'
import type { useSaveForm } from '../../../../web/forms/use-save-form.ts'
import { useScrollRoom } from '../../../../web/forms/use-scroll-room.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import type { InvoiceDocument } from '../../contract.ts'
import type { LateFee } from '../../late-fees/late-fee-rules.ts'
import { minorText, withLateFees } from '../charge/charge-totals.tsx'
import { summarizeCharge } from '../charge/summarize-charge.ts'
import { useCurrency } from '../charge/use-currency.ts'
import { InvoicePaper } from '../paper/invoice-paper.tsx'
import type { ContentValues } from './content-values.ts'

interface FormFrameProps<V extends ContentValues> extends ReturnType<typeof useSaveForm<V>> {
  handle: DraftedForm<V>
  label: string
  /** What the form edits, in lower case, for use in a sentence. */
  what: string
  submit: { label: string; busyLabel: string }
  /** A link with the text Cancel that leaves the form. */
  cancel: ReactNode
  draw: (values: V) => InvoiceDocument
  /** The late fees that the document has. They are a part of its total. */
  lateFees?: readonly LateFee[] | undefined
  children: ReactNode
  /** Shown below the preview on wide screens and below the form on others. */
  aside?: ReactNode
}

/** The frame of every form with invoice content: notices, the bar with the total, and the preview. */
export function FormFrame<V extends ContentValues>(props: FormFrameProps<V>) {
  const { handle, submit, cancel, draw, lateFees = [], children, aside, ...body } = props
  useScrollRoom()
  useFirstField({ isWanted: handle.restored === null })
  return (
    <FormProvider {...handle.form}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
        <FormBody {...body} handle={handle} onKeyDown={submitByKeyboard}>
          {children}
          <Button asChild variant="ghost" className="sm:hidden">
            {cancel}
          </Button>
          <div className="sticky bottom-0 z-20 -mx-4 flex items-center gap-2 border-t border-border bg-surface/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:bottom-4 sm:mx-0 sm:rounded-lg sm:border sm:px-6 sm:shadow-float">
            <Total lateFees={lateFees} />
            <PreviewButton draw={draw} />
            <Button asChild variant="secondary" className="max-sm:hidden">
              {cancel}
            </Button>
            <Button
              type="submit"
              busy={handle.form.formState.isSubmitting}
              busyLabel={submit.busyLabel}
              title="Ctrl+Enter"
            >
              {submit.label}
            </Button>
          </div>
        </FormBody>
        {/* Scrolls with the page until its end and then sticks, so that it stays visible beside a long form. */}
        <div className="flex w-full max-w-3xl min-w-0 flex-col gap-6 xl:sticky xl:bottom-4 xl:min-h-[calc(100dvh-6rem)] xl:self-end">
          <PreviewPane draw={draw} />
          {aside}
        </div>
      </div>
    </FormProvider>
  )
}

const textTypes = new Set(['text', 'email', 'tel', 'search', 'number'])

/** Submits on Ctrl+Enter or Cmd+Enter. A plain Enter does not submit, because saving may mail the client. */
function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // Ignores keys from a dialog that a field opened: React events bubble from it to the form.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement && textTypes.has(event.target.type)) {
    event.preventDefault()
  }
}

/** The total, unless the field that shows it is in view. That of a single amount is without late fees. */
function Total({ lateFees }: { lateFees: readonly LateFee[] }) {
  const { control, getValues } = useFormContext<ContentValues>()
  useWatch({ control, name: 'charge' })
  const currency = useCurrency()
  const { totalMinor } = summarizeCharge(getValues('charge'), currency)
  const kind = getValues('charge.kind')
  const isShown = useIsAmountShown(kind) && (kind === 'lines' || lateFees.length === 0)
  return (
    <p className={classNames('mr-auto min-w-0', isShown && 'invisible')}>
      <span className="block text-xs text-muted">
        {lateFees.length === 0 ? 'Total' : 'Total with late fees'}
      </span>
      <span className="block truncate text-base font-semibold text-foreground tabular-nums">
        {minorText(withLateFees(totalMinor, lateFees), currency)}
      </span>
    </p>
  )
}

/** The heights of the header and of the form's bar, which cover the page. */
const covered = '-64px 0px -72px 0px'

/** Whether the Amount field is in view. Each kind of charge has its own. */
function useIsAmountShown(kind: ContentValues['charge']['kind']): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    const state = kind === 'lines' ? ':read-only' : ':read-write'
    const field = document.querySelector(`[name="charge.amountMinor"]${state}`)
    if (!field) return undefined
    const observer = new IntersectionObserver(
      (entries) => setIsShown(entries.at(-1)?.isIntersecting ?? true),
      { rootMargin: covered },
    )
    observer.observe(field)
    return () => observer.disconnect()
  }, [kind])
  return isShown
}

interface PreviewProps<V extends ContentValues> {
  draw: (values: V) => InvoiceDocument
}

function Preview<V extends ContentValues>({ draw }: PreviewProps<V>) {
  const { control, getValues } = useFormContext<V>()
  useWatch({ control })
  // Deferred, so that the preview does not slow down typing.
  const values = useDeferredValue(getValues())
  return <InvoicePaper invoice={draw(values)} />
}

/** The preview beside the form on wide screens: the document as the client sees it, scaled down. */
function PreviewPane<V extends ContentValues>({ draw }: PreviewProps<V>) {
  return (
    <aside
      aria-label="Preview"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long invoice must be scrollable with the keyboard
      tabIndex={0}
      className="hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg xl:block"
    >
      <div className="[zoom:0.72]">
        <Preview draw={draw} />
      </div>
    </aside>
  )
}

function PreviewButton<V extends ContentValues>({ draw }: PreviewProps<V>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-label="Preview" className="xl:hidden" onClick={() => setOpen(true)}>
        <Eye aria-hidden />
        <span className="max-sm:hidden">Preview</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} size="lg" title="Preview">
        <Preview draw={draw} />
      </Dialog>
    </>
  )
}
