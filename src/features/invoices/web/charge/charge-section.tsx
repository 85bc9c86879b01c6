import { useQueryClient } from '@tanstack/react-query'
import { Equal, ListPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { formatMoney } from '../../../../shared/money.ts'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { FormSection, wholeRow } from '../../../../web/forms/form-section.tsx'
import { useAfterRender } from '../../../../web/forms/use-after-render.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import { defaultTaxRate } from '../../../taxes/web/tax-rate-api.ts'
import type { LateFee } from '../../late-fees/late-fee-rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { losesLines, toAmount, toLines, totalToKeep } from './charge-switch.ts'
import { AmountTotals, ChargeTotals } from './charge-totals.tsx'
import { CurrencyField } from './currency-field.tsx'
import { DiscountFields } from './discount-fields.tsx'
import { FeeFields } from './fee-fields.tsx'
import { LineItems } from './line-items.tsx'
import { TaxFields } from './tax-fields.tsx'
import { useCurrency } from './use-currency.ts'

interface ChargeSectionProps {
  /** Payments were made in its currency. */
  isCurrencyFixed?: boolean
  /** The late fees that the document has. */
  lateFees?: readonly LateFee[] | undefined
}

const noLateFees: readonly LateFee[] = []

/** What the document charges. */
export function ChargeSection({ isCurrencyFixed = false, lateFees = noLateFees }: ChargeSectionProps) {
  const form = useFormContext<ContentValues>()
  const { control, register, getValues, setValue } = form
  const { errors, defaultValues } = useFormState({ control, name: 'description' })
  const kind = useWatch({ control, name: 'charge.kind' })
  const client = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const afterRender = useAfterRender()
  const hasAppliedDefaultTax = useRef(false)
  const isNew = defaultValues?.charge?.kind === 'amount' && defaultValues.charge.amountMinor === null

  function applyCharge({ charge, description }: ReturnType<typeof toLines>) {
    form.clearErrors('charge')
    setValue('description', description, { shouldDirty: true })
    setValue('charge', charge, { shouldDirty: true })
  }

  async function applyDefaultTax() {
    // Only once: an amount that was converted from lines already includes the tax.
    if (!isNew || hasAppliedDefaultTax.current) return
    hasAppliedDefaultTax.current = true
    const tax = await defaultTaxRate(client)
    const { kind: currentKind, taxes } = getValues('charge')
    const isTaxed = getValues('client.taxTreatment') === 'standard'
    if (tax && isTaxed && currentKind === 'lines' && taxes.length === 0) {
      setValue('charge.taxes', [{ name: tax.name, rate: tax.rate }], { shouldDirty: true })
    }
  }

  function switchToLines() {
    applyCharge(toLines(getValues()))
    afterRender(() => focusField('charge.lines.0.description'))
    void applyDefaultTax()
  }

  function switchToAmount() {
    applyCharge(toAmount(getValues()))
    afterRender(() => focusField('charge.amountMinor'))
  }

  const isLines = kind === 'lines'
  function switchKind() {
    if (!isLines) switchToLines()
    else if (losesLines(getValues())) setIsConfirming(true)
    else switchToAmount()
  }

  return (
    <FormSection
      title="Charge"
      action={
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <CurrencyField isFixed={isCurrencyFixed} />
          {/* A single button for both directions, so that the focus can return to it. */}
          <Button variant="secondary" size="sm" onClick={switchKind} className="max-sm:[&_svg]:hidden">
            {isLines ? <Equal aria-hidden /> : <ListPlus aria-hidden />}
            {isLines ? 'Use a single amount' : 'Add line items'}
          </Button>
        </div>
      }
    >
      <div className={`@container flex min-w-0 flex-col gap-5 ${wholeRow}`}>
        {isLines ? <LineItems /> : <AmountField />}
        <Field
          label={isLines ? 'Summary' : 'Description'}
          optional
          hint={isLines ? 'Appears above the lines.' : 'What is this for? Your client sees it.'}
          error={errors.description?.message}
        >
          <Textarea {...register('description')} rows={isLines ? 2 : 3} />
        </Field>
        {isLines && (
          <div className="grid items-start gap-6 border-t border-border pt-5 @xl:grid-cols-[minmax(0,1fr)_16rem]">
            <div className="@container flex min-w-0 flex-col gap-6">
              <DiscountFields />
              <TaxFields isNew={isNew} />
              <FeeFields />
            </div>
            <ChargeTotals lateFees={lateFees} />
          </div>
        )}
        {!isLines && lateFees.length > 0 && <AmountTotals lateFees={lateFees} />}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Use a single amount?"
        description={isConfirming ? lossText(getValues()) : ''}
        confirmLabel="Use a single amount"
        onConfirm={() => {
          setIsConfirming(false)
          switchToAmount()
        }}
      />
    </FormSection>
  )
}

function lossText(values: ContentValues): string {
  const totalMinor = totalToKeep(values)
  const lost = 'The lines, discount, taxes and fees will be removed'
  return totalMinor === null
    ? `${lost}.`
    : `${lost}. The total of ${formatMoney(totalMinor, { currency: values.currency })} becomes the amount.`
}

function AmountField() {
  const { control } = useFormContext<ContentValues>()
  const currency = useCurrency()
  return (
    <Controller
      control={control}
      name="charge.amountMinor"
      render={({ field, fieldState }) => (
        <Field label="Amount" required error={fieldState.error?.message} className="@sm:w-56">
          <FormMoneyInput {...field} format={{ currency }} />
        </Field>
      )}
    />
  )
}
