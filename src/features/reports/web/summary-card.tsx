import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { SaveFooter } from '../../../web/forms/save-footer.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Switch } from '../../../web/ui/fields/switch.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { rangeLabel } from '../../periods/rules.ts'
import { type SummarySettings, saveSummarySettings, sendTestSummary } from '../summary/contract.ts'
import { defaultSummaryDay, summaryDays, summaryMonth } from '../summary/rules.ts'
import { summarySettingsQuery } from './report-api.ts'

/** Who gets the summary of each month by email, and when. */
export function SummaryCard({ timeZone }: { timeZone: string }) {
  const settings = useQuery(summarySettingsQuery)
  return (
    <Card aria-labelledby="summary">
      <CardHeader>
        <CardTitle id="summary">Monthly summary</CardTitle>
        <CardDescription>
          An email about each month: what came in, what went out, what you kept, and who still owes you.
        </CardDescription>
      </CardHeader>
      {settings.data ? (
        <SummaryForm settings={settings.data} timeZone={timeZone} />
      ) : (
        <CardContent>
          {settings.isError ? (
            <ErrorState title="The monthly summary could not be loaded" query={settings} />
          ) : (
            <Skeleton className="h-24 w-full" />
          )}
        </CardContent>
      )}
    </Card>
  )
}

const bases = [
  { value: 'accrual', label: 'When invoiced', description: 'An invoice counts on the day it is dated.' },
  { value: 'cash', label: 'When paid', description: 'Only money that has come in counts.' },
]

type Draft = Pick<SummarySettings, 'day' | 'toOwner' | 'accountantEmail' | 'basis'>

function SummaryForm({ settings, timeZone }: { settings: SummarySettings; timeZone: string }) {
  const client = useQueryClient()
  const email = useRef<HTMLInputElement>(null)
  const [changed, setChanged] = useState<Partial<Draft>>({})
  const { day, toOwner, accountantEmail, basis } = settings
  const saved: Draft = { day, toOwner, accountantEmail, basis }
  const draft = { ...saved, ...changed }
  const hasChanges = JSON.stringify(draft) !== JSON.stringify(saved)
  const saving = useMutation({
    mutationFn: () => call(saveSummarySettings, { body: draft }),
    onSuccess: (now) => {
      setChanged({})
      client.setQueryData(summarySettingsQuery.queryKey, now)
      const description = now.next
        ? `The next one is about ${monthLabel(now.next.month)}.`
        : 'No summary is sent.'
      showSuccess('Settings Saved', description)
    },
    onError: (error) => {
      if (fieldsOf(error)['accountantEmail'] === undefined)
        showError('The summary was not saved', messageOf(error, 'Please try again.'))
      else email.current?.focus()
    },
  })
  const refused = fieldsOf(saving.error)
  function change(values: Partial<Draft>) {
    saving.reset()
    setChanged({ ...changed, ...values })
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (hasChanges && !saving.isPending) saving.mutate()
  }
  return (
    <form noValidate aria-labelledby="summary" onSubmit={submit}>
      <CardContent className="flex flex-col gap-5">
        <Switch
          label="Send a summary every month"
          checked={draft.day !== null}
          onCheckedChange={(checked) => change({ day: checked ? (day ?? defaultSummaryDay) : null })}
        />
        {draft.day !== null && (
          <>
            <Field
              label="Day of the month"
              error={refused['day']}
              hint="It’s about the month before, and leaves at 8:00 in your time zone."
            >
              <Select
                className="max-w-48"
                value={draft.day}
                onChange={({ target }) => change({ day: Number(target.value) })}
              >
                {days.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </Select>
            </Field>
            <Switch
              label="To me"
              checked={draft.toOwner}
              onCheckedChange={(checked) => change({ toOwner: checked })}
            />
            <Field
              label="To my accountant"
              optional
              error={refused['accountantEmail']}
              hint="The same figures. Your accountant can stop these emails at any time."
            >
              <Input
                ref={email}
                type="email"
                autoComplete="off"
                maxLength={254}
                className="max-w-96"
                value={draft.accountantEmail}
                onChange={({ target }) => change({ accountantEmail: target.value })}
              />
            </Field>
            {settings.isStopped && (
              <Notice tone="info" title="Your accountant stopped these emails">
                They are no longer sent to {accountantEmail}. They can be turned on again with the link in one
                of them.
              </Notice>
            )}
            <Field group label="Income counts">
              <RadioGroup
                look="cards"
                value={draft.basis}
                onValueChange={(value) => change({ basis: value === 'cash' ? 'cash' : 'accrual' })}
                options={bases}
              />
            </Field>
          </>
        )}
        {settings.next && <p className="text-sm text-muted">{nextText(settings.next, timeZone)}</p>}
      </CardContent>
      <SaveFooter isDirty={hasChanges} isSaving={saving.isPending}>
        <SendNowButton />
      </SaveFooter>
    </form>
  )
}

function SendNowButton() {
  const sending = useMutation({
    mutationFn: () => call(sendTestSummary),
    onSuccess: ({ to, state }) =>
      state === 'held'
        ? showSuccess('Waiting for You', 'It’s sent once you have confirmed your email address.')
        : showSuccess('Summary Sent', `It’s on its way to ${to}.`),
    onError: (error) => showError('The summary was not sent', messageOf(error, 'Please try again.')),
  })
  return (
    <Button
      variant="secondary"
      busy={sending.isPending}
      busyLabel="Sending..."
      onClick={() => sending.mutate()}
    >
      Send me last month’s now
    </Button>
  )
}

const days = Array.from({ length: summaryDays }, (_, index) => index + 1)

const monthLabel = (month: string) => rangeLabel(summaryMonth(month))

const nextText = ({ at, month }: NonNullable<SummarySettings['next']>, timeZone: string) =>
  `The next summary is about ${monthLabel(month)}, and leaves on ${formatDate(dateIn(timeZone, new Date(at)))}.`

const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {}
