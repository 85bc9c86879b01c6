import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { saveHomeCurrency } from '../../business/web/business-api.ts'
import { currencyOption, currencyOptions } from '../../business/web/currency-options.ts'
import { otherCurrency } from '../../business/web/suggested-currency.ts'

/**
 * Says which home currency is saved and offers another, at first the one of the browser's country. The field never holds
 * the saved one, so a suggestion does not look as if it were saved.
 */
export function HomeCurrencyChoice({ currency: saved }: { currency: string }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(() => otherCurrency(saved, navigator.languages))
  const others = currencyOptions.filter(({ value }) => value !== saved)
  const saving = useMutation({
    mutationFn: (currency: string) => saveHomeCurrency(client, currency),
    onSuccess: (_, currency) => {
      setChosen(null)
      // The button disappears.
      input.current?.focus({ preventScroll: true })
      showSuccess('Currency Saved', `Sums are shown in ${currency}.`)
    },
    onError: (error) => {
      if (fixedText(error) === undefined) {
        showError('The currency was not saved', messageOf(error, 'Please try again.'))
      }
    },
  })
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium text-foreground">Amounts are in {saved} now.</p>
      <Field
        label="Use another currency"
        hint="It can be changed until your first invoice or expense."
        error={fixedText(saving.error)}
      >
        <div className="flex items-center gap-2">
          <Combobox
            ref={input}
            className="min-w-0 flex-1 sm:max-w-72"
            value={chosen === null ? null : currencyOption(chosen)}
            onValueChange={(option) => setChosen(option?.value ?? null)}
            options={others}
            placeholder="Choose another currency"
            emptyText="No currency found."
          />
          {chosen !== null && (
            <Button
              variant="secondary"
              busy={saving.isPending}
              busyLabel="Saving..."
              onClick={() => saving.mutate(chosen)}
            >
              Use {chosen}
            </Button>
          )}
        </div>
      </Field>
    </div>
  )
}

function fixedText(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'CURRENCY_FIXED' ? error.message : undefined
}
