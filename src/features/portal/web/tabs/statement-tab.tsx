import { Download } from 'lucide-react'
import { useState } from 'react'
import { currencyName } from '../../../../shared/currencies.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { DatePicker } from '../../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import type { Portal } from '../../contract.ts'
import { statementUrl } from '../portal-api.ts'

/** The statement of account of a period as a PDF. */
export function StatementTab({ token, portal }: { token: string; portal: Portal }) {
  const { currencies, today } = portal
  const [currency, setCurrency] = useState(currencies[0] ?? '')
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState<string | null>(today)
  const isPeriod = from !== null && to !== null && from <= to
  if (currencies.length === 0) {
    return (
      <Card>
        <EmptyState level={2} title="No statement yet" text="There are no invoices to list." />
      </Card>
    )
  }
  return (
    <Card aria-label="Statement">
      <CardHeader>
        <CardTitle>Statement</CardTitle>
        <CardDescription>All invoices and payments of a period, with the balance at its end.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3">
          <Field label="From">
            <DatePicker value={from} onValueChange={(day) => setFrom(day)} />
          </Field>
          <Field label="To" error={isPeriod ? null : 'Please choose a day that isn’t before the first.'}>
            <DatePicker value={to} onValueChange={(day) => setTo(day)} />
          </Field>
          {currencies.length > 1 && (
            <Field label="Currency">
              <Select value={currency} onChange={(event) => setCurrency(event.target.value)}>
                {currencies.map((code) => (
                  <option key={code} value={code}>
                    {code} · {currencyName(code)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        {isPeriod && (
          <Button asChild className="self-start">
            <a href={statementUrl(token, { currency, from, to })} download>
              <Download aria-hidden />
              Download PDF
            </a>
          </Button>
        )}
      </CardContent>
    </Card>
  )
}
