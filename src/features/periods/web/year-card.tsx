import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { monthNames } from '../../../shared/dates.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { SaveFooter } from '../../../web/forms/save-footer.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type PeriodSettings, savePeriodSettings } from '../contract.ts'
import { showPeriodSettings } from './period-api.ts'

/** When the year begins, and whether bank transactions count. */
export function YearCard({ settings }: { settings: PeriodSettings }) {
  const client = useQueryClient()
  const [changed, setChanged] = useState<Partial<Pick<PeriodSettings, 'fiscalMonth' | 'countsBank'>>>({})
  const { fiscalMonth, countsBank } = { ...settings, ...changed }
  const hasChanges = fiscalMonth !== settings.fiscalMonth || countsBank !== settings.countsBank
  const saving = useMutation({
    mutationFn: () => call(savePeriodSettings, { body: { fiscalMonth, countsBank } }),
    onSuccess: async (saved) => {
      setChanged({})
      showSuccess('Settings Saved', 'Your reports use them from now on.')
      await showPeriodSettings(client, saved)
    },
    onError: (error) => showError('The settings were not saved', messageOf(error, 'Please try again.')),
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (hasChanges && !saving.isPending) saving.mutate()
  }
  return (
    <Card aria-labelledby="year">
      <form noValidate aria-labelledby="year" onSubmit={submit}>
        <CardHeader>
          <CardTitle id="year">Your year</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          <Field
            label="First month of your year"
            hint="Quarters and years in reports begin with it. For most businesses it is January."
            className="max-w-80"
          >
            <Select
              value={fiscalMonth}
              onChange={({ target }) => setChanged({ ...changed, fiscalMonth: Number(target.value) })}
            >
              {monthNames.map((name, index) => (
                <option key={name} value={index + 1}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Switch
            label="Count bank transactions"
            description="Include bank transactions that belong to no invoice or expense. Match them first, so that nothing counts twice."
            checked={countsBank}
            onCheckedChange={(checked) => setChanged({ ...changed, countsBank: checked })}
          />
        </CardContent>
        <SaveFooter isDirty={hasChanges} isSaving={saving.isPending} />
      </form>
    </Card>
  )
}
