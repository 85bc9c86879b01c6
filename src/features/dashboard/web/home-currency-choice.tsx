import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { saveHomeCurrency } from '../../business/web/business-api.ts'
import { currencyOption, currencyOptions } from '../../business/web/currency-options.ts'
import { firstCurrency } from '../../business/web/suggested-currency.ts'

/** Asks for the home currency. It begins with the one of the browser's country, which is saved when the owner says so. */
export function HomeCurrencyChoice({ currency: saved }: { currency: string }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(() => firstCurrency(saved, navigator.languages))
  const saving = useMutation({
    mutationFn: (currency: string) => saveHomeCurrency(client, currency),
    onSuccess: (_, currency) => {
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
    <Field
      label="Your currency"
      hint="Sums are shown in it. It can be changed until your first invoice or expense."
      error={fixedText(saving.error)}
    >
      <div className="flex items-center gap-2">
        <Combobox
          ref={input}
          className="min-w-0 flex-1 sm:max-w-72"
          value={currencyOption(chosen)}
          onValueChange={(option) => option && setChosen(option.value)}
          options={currencyOptions}
          emptyText="No currency found."
        />
        {chosen !== saved && (
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
  )
}

function fixedText(error: unknown): string | undefined {
  return error instanceof ApiError && error.code === 'CURRENCY_FIXED' ? error.message : undefined
}
