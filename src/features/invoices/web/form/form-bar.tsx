import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../../web/ui/button.tsx'
import { summarizeCharge } from '../charge/charge-summary.ts'
import { centsText } from '../charge/charge-totals.tsx'
import type { ContentValues } from './content-values.ts'

interface FormBarProps {
  submit: { label: string; busyLabel: string }
  busy: boolean
  /** A link with the text Cancel that leaves the form. */
  cancel: ReactNode
  preview: ReactNode
}

export function FormBar({ submit, busy, cancel, preview }: FormBarProps) {
  return (
    <>
      <Button asChild variant="ghost" className="sm:hidden">
        {cancel}
      </Button>
      <div className="sticky bottom-0 z-20 -mx-4 flex items-center gap-2 border-t border-border bg-surface/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:bottom-4 sm:mx-0 sm:rounded-lg sm:border sm:px-6 sm:shadow-float">
        <Total />
        {preview}
        <Button asChild variant="secondary" className="max-sm:hidden">
          {cancel}
        </Button>
        <Button type="submit" busy={busy} busyLabel={submit.busyLabel} title="Ctrl+Enter">
          {submit.label}
        </Button>
      </div>
    </>
  )
}

function Total() {
  const { control, getValues } = useFormContext<ContentValues>()
  useWatch({ control, name: 'charge' })
  const cents = summarizeCharge(getValues('charge')).totalCents
  return (
    <p className="mr-auto min-w-0">
      <span className="block text-xs text-muted">Total</span>
      <span className="block truncate text-base font-semibold text-foreground tabular-nums">
        {centsText(cents)}
      </span>
    </p>
  )
}
