import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'

import { LeaveGuard } from '../../../web/leave-guard.tsx'
import type { Invoice } from '../contract.ts'
import { ChargeFields } from './charge-fields.tsx'
import { ClientFields } from './client-fields.tsx'
import { CompanyFields } from './company-fields.tsx'
import { DatesFields } from './dates-fields.tsx'
import { FormBar } from './form-bar.tsx'
import { RestoredNotice, SaveProblemNotice } from './form-notices.tsx'
import { FormSection, wholeRow } from './form-section.tsx'
import { FormTextField } from './form-text-field.tsx'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { PreviewButton, PreviewPane } from './invoice-preview.tsx'
import { SendingFields } from './sending-fields.tsx'
import { useInvoiceForm } from './use-invoice-form.ts'
import { useSaveInvoice } from './use-save-invoice.ts'
import { useScrollRoom } from './use-scroll-room.ts'

interface InvoiceFormProps {
  userId: string
  /** Null for a new one. */
  invoice: Invoice | null
  initial: InvoiceFormValues
  hasClients: boolean
  /** In the business's time zone. */
  today: string
  timeZone: string
  /** Below the preview on wide screens, below the form on the others. */
  children?: ReactNode
}

const submitWords = {
  create: { label: 'Create Invoice', busyLabel: 'Creating...' },
  change: { label: 'Save Changes', busyLabel: 'Saving...' },
}

export function InvoiceForm(props: InvoiceFormProps) {
  const { userId, invoice, initial, hasClients, today, timeZone, children } = props
  const handle = useInvoiceForm({ userId, invoice, initial })
  const { save, problem, conflict } = useSaveInvoice(invoice?.id ?? null, handle)
  const { submitCount, isSubmitting } = handle.form.formState
  const element = useRef<HTMLFormElement>(null)
  const restored = useDeferredValue(handle.restored, null)
  useScrollRoom()
  const preview = { number: invoice?.number ?? null, today, paid: invoice }

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  return (
    <FormProvider {...handle.form}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] xl:gap-8">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed in its fields */}
        <form
          ref={element}
          noValidate
          aria-label={invoice ? `Invoice ${invoice.number}` : 'New invoice'}
          className="flex w-full max-w-3xl min-w-0 flex-col gap-6"
          onSubmit={(event) => void save(event)}
          onKeyDown={submitByKeyboard}
          onBlur={handle.checkLeft}
        >
          {/* There before what comes into it, so that screen readers notice. */}
          <output className="block empty:-mb-6">
            {restored && !problem && (
              <RestoredNotice
                isOutdated={restored === 'outdated'}
                onDiscard={handle.discard}
                conflict={conflict}
              />
            )}
          </output>
          {problem && <SaveProblemNotice problem={problem} conflict={conflict} />}
          <CompanyFields />
          <ClientFields hasClients={hasClients} />
          <DatesFields today={today} />
          <FormSection title="Charge">
            <div className={wholeRow}>
              <ChargeFields />
            </div>
          </FormSection>
          <FormSection title="Notes">
            <FormTextField
              name="notes"
              label="Notes"
              hideLabel
              kind="long"
              hint="Stands at the bottom of the invoice: how to pay, or a thank-you."
              className={wholeRow}
            />
          </FormSection>
          <SendingFields invoice={invoice} timeZone={timeZone} />
          <FormBar
            submit={invoice ? submitWords.change : submitWords.create}
            busy={isSubmitting}
            preview={<PreviewButton {...preview} />}
          />
        </form>
        {/* Scrolls with the page to its own end and stays there: all of it can be seen, and beside a long form it does not vanish. */}
        <div className="flex w-full max-w-3xl min-w-0 flex-col gap-6 xl:sticky xl:bottom-4 xl:min-h-[calc(100dvh-6rem)] xl:self-end">
          <PreviewPane {...preview} />
          {children}
        </div>
      </div>
      <LeaveGuard
        isDirty={handle.isDirty}
        description="What you changed on this invoice has not been saved and will be lost."
        onLeave={handle.finish}
      />
    </FormProvider>
  )
}

const textTypes = new Set(['text', 'email', 'tel', 'search', 'number'])

/** Saving may mail the client, so a plain Enter in a field is not taken for it; Ctrl or Cmd with Enter is. */
function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // A dialog that one of the fields opened has its own Enter; React hands its keys on to here.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement && textTypes.has(event.target.type)) {
    event.preventDefault()
  }
}
