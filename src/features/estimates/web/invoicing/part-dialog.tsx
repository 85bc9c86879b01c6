import { type SubmitEvent, useId, useState } from 'react'
import { formatMoney } from '../../../../shared/money.ts'
import { ApiError, messageOf } from '../../../../web/api-client.ts'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { PercentageInput } from '../../../../web/ui/fields/percentage-input.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { Estimate } from '../../contract.ts'
import { type PartValues, partText, readPart } from './part-form.ts'
import type { useMakeInvoice } from './use-make-invoice.tsx'

interface PartDialogProps {
  estimate: Estimate
  making: ReturnType<typeof useMakeInvoice>['making']
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Makes an invoice of a part of the estimate, such as a deposit. */
export function PartDialog({ estimate, making, open, onOpenChange }: PartDialogProps) {
  const formId = useId()
  const isFirst = estimate.invoices.length === 0
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        making.reset()
        onOpenChange(next)
      }}
      title={isFirst ? 'Deposit first' : 'Invoice a part'}
      description={
        isFirst
          ? `An invoice of a part of ${formatMoney(estimate.totalMinor, estimate.document)}. The rest is invoiced later.`
          : `${formatMoney(estimate.leftMinor, estimate.document)} of ${formatMoney(estimate.totalMinor, estimate.document)} is left to invoice.`
      }
      formId={formId}
      submitLabel="Create invoice"
      busy={making.isPending}
      busyLabel="Creating..."
    >
      <PartFields formId={formId} estimate={estimate} making={making} />
    </FormDialog>
  )
}

interface PartFieldsProps extends Pick<PartDialogProps, 'estimate' | 'making'> {
  formId: string
}

function PartFields({ formId, estimate, making }: PartFieldsProps) {
  const [values, setValues] = useState<PartValues>({
    how: 'percentage',
    percentage: '',
    amountMinor: null,
  })
  const [sends, setSends] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const read = readPart(values, estimate)
  const server = making.error instanceof ApiError ? making.error.fields : {}
  const fromServer = server['part.percentage'] ?? server['part.amountMinor'] ?? server['part']
  const message = !read.ok && isTried ? read.message : fromServer

  function change(changed: Partial<PartValues>) {
    setValues((before) => ({ ...before, ...changed }))
    setIsTried(false)
    making.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!read.ok) {
      setIsTried(true)
      event.currentTarget.querySelector<HTMLElement>('input:not([type="radio"])')?.focus()
    } else if (!making.isPending) {
      making.mutate({ part: read.part, sendOption: sends ? 'email_now' : 'email_later' })
    }
  }

  return (
    <form id={formId} noValidate method="post" className="flex flex-col gap-5" onSubmit={submit}>
      {making.isError && fromServer === undefined && (
        <Notice tone="error" title="The invoice was not created">
          {messageOf(making.error, 'Please try again.')}
        </Notice>
      )}
      <Field group label="How much">
        <RadioGroup
          value={values.how}
          onValueChange={(how) => change({ how: how === 'amount' ? 'amount' : 'percentage' })}
          options={[
            { value: 'percentage', label: 'A percentage of the estimate' },
            { value: 'amount', label: 'An amount' },
          ]}
        />
      </Field>
      {values.how === 'percentage' ? (
        <Field label="Percentage" required error={message}>
          <PercentageInput
            name="percentage"
            className="max-w-40"
            value={values.percentage}
            onChange={(event) => change({ percentage: event.target.value })}
          />
        </Field>
      ) : (
        <Field label="Amount" required error={message}>
          <FormMoneyInput
            name="amountMinor"
            format={estimate.document}
            value={values.amountMinor}
            onChange={(amountMinor) => change({ amountMinor })}
          />
        </Field>
      )}
      <output className="block text-sm font-medium text-foreground tabular-nums empty:hidden">
        {read.ok && partText(read, estimate)}
      </output>
      <Checkbox
        checked={sends}
        onChange={(event) => setSends(event.target.checked)}
        label={<span className="wrap-anywhere">Email it to {estimate.content.client.email}</span>}
      />
    </form>
  )
}
