import { useQuery } from '@tanstack/react-query'
import { Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { FieldContext } from '../../../../web/ui/fields/field-context.ts'
import { FieldGroup } from '../../../../web/ui/fields/field-group.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { May } from '../../../auth/web/may.tsx'
import { taxLabel } from '../../../taxes/web/tax-label.ts'
import { taxRatesQuery } from '../../../taxes/web/tax-rate-api.ts'
import { TaxRateDialog } from '../../../taxes/web/tax-rate-dialog.tsx'
import { TaxRatesDialog } from '../../../taxes/web/tax-rates-dialog.tsx'
import { type Tax, maxTaxes } from '../../document/totals-rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { untaxedTexts } from '../form/tax-treatment.ts'
import { keepLineTaxes } from './line-taxes.ts'
import { type TaxChoice, applyRateChange, isSameTax, taxChoices } from './tax-choices.ts'

/** The taxes of an invoice. With `isNew`, it was never saved and takes over changes of the rates. */
export function TaxFields({ isNew }: { isNew: boolean }) {
  const { field, fieldState } = useController<ContentValues, 'charge.taxes'>({ name: 'charge.taxes' })
  const [dialog, setDialog] = useState<'add' | 'manage' | null>(null)
  const rates = useQuery(taxRatesQuery)
  const { getValues, setValue } = useFormContext<ContentValues>()
  const treatment = useWatch<ContentValues, 'client.taxTreatment'>({ name: 'client.taxTreatment' })
  const chosen = field.value
  const isFull = chosen.length >= maxTaxes
  const choices = taxChoices(rates.data?.taxRates ?? [], chosen)
  const hasNoChoices = rates.isSuccess && choices.length === 0
  const hint = isFull ? `An invoice can have at most ${maxTaxes} taxes.` : undefined

  function choose({ name, rate }: Tax, isChosen: boolean) {
    const tax = { name, rate }
    const others = chosen.filter((other) => !isSameTax(other, tax))
    change(isChosen ? [...others, tax].slice(0, maxTaxes) : others)
  }

  /** `before` are the taxes by their names of now, for the lines that chose some of them. */
  function change(after: Tax[], before: Tax[] = chosen) {
    field.onChange(after)
    const lines = getValues('charge.lines')
    for (const [index, line] of keepLineTaxes(lines, before, after).entries()) {
      if (line !== lines[index]) setValue(`charge.lines.${index}.taxes`, line.taxes, { shouldDirty: true })
    }
  }

  if (treatment !== 'standard' && chosen.length === 0) {
    return (
      <Field group label="Taxes" help={<HelpHint topic="taxes" />}>
        <p className="text-sm text-muted">{untaxedTexts[treatment]}</p>
      </Field>
    )
  }

  return (
    <div>
      <Field
        group
        label="Taxes"
        help={<HelpHint topic="taxes" />}
        hint={hasNoChoices ? 'You have no tax rates yet.' : hint}
        error={fieldState.error?.root?.message ?? fieldState.error?.message}
        labelAction={chosen.length > 0 && <IncludedField />}
      >
        <FieldGroup className="min-w-0">
          {rates.isPending && <Skeleton className="my-1.5 h-5 w-40" />}
          {choices.map((choice) => (
            <Checkbox
              key={choice.key}
              label={<TaxName tax={choice.tax} isDefault={choice.isDefault} />}
              description={choice.description}
              checked={choice.isChosen}
              disabled={isFull && !choice.isChosen}
              onChange={(event) => choose(choice.tax, event.target.checked)}
              onBlur={field.onBlur}
            />
          ))}
        </FieldGroup>
      </Field>
      {rates.isError && (
        <p className="text-sm text-negative">
          Your tax rates could not be loaded.{' '}
          <Button variant="link" busy={rates.isFetching} onClick={() => void rates.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <May permission="money.write">
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setDialog('add')}>
            <Plus aria-hidden />
            Add tax rate
          </Button>
          {rates.data && rates.data.taxRates.length > 0 && (
            <Button variant="ghost" size="sm" onClick={() => setDialog('manage')}>
              <Settings2 aria-hidden />
              Manage tax rates
            </Button>
          )}
        </div>
      </May>
      <TaxRateDialog
        open={dialog === 'add'}
        onOpenChange={(open) => setDialog(open ? 'add' : null)}
        rate={null}
        onSaved={(saved) => choose(saved, true)}
      />
      <TaxRatesDialog
        open={dialog === 'manage'}
        onOpenChange={(open) => setDialog(open ? 'manage' : null)}
        onChanged={(before, after) => {
          if (!isNew) return
          const renamed = chosen.map((tax) => (after && isSameTax(tax, before) ? after : tax))
          change(applyRateChange(chosen, before, after), renamed)
        }}
      />
    </div>
  )
}

/** Whether the rates of the lines include the taxes. */
function IncludedField() {
  const { field } = useController<ContentValues, 'charge.taxIncluded'>({ name: 'charge.taxIncluded' })
  return (
    // It stands beside the label of the taxes, but is not one of them.
    <FieldContext value={null}>
      <Checkbox
        label="Prices include tax"
        className="-my-1.5 touch:-my-3"
        name={field.name}
        checked={field.value}
        onChange={(event) => field.onChange(event.target.checked)}
        onBlur={field.onBlur}
      />
    </FieldContext>
  )
}

function TaxName({ tax, isDefault }: Pick<TaxChoice, 'tax' | 'isDefault'>) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {taxLabel(tax)} {isDefault && <Badge>Default</Badge>}
    </span>
  )
}
