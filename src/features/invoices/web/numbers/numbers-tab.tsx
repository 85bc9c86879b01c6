import { type SubmitEvent, useRef } from 'react'
import { HelpHint } from '../../../../web/help-hint.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { RestoredNotice, SaveFooter } from '../../../business/web/settings-form-parts.tsx'
import type { Numbering } from '../../numbers/contract.ts'
import { type NumberingDraft, hasNextNumber, nextNumberText, previewText } from './numbering-draft.ts'
import type { NumberingFormHandle } from './use-numbering-form.ts'

export function NumbersTab({ handle }: { handle: NumberingFormHandle }) {
  const { saved, draft, failed, loading, reload, hasChanges, saving, save } = handle
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (await save()) return
    // After React has rendered the errors.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  function discard() {
    // The button disappears with the notice.
    form.current?.querySelector<HTMLElement>('input[type=radio]:checked')?.focus()
    handle.discard()
  }
  if (failed) {
    return (
      <Card>
        <ErrorState title="The numbers could not be loaded" retrying={loading} onRetry={reload} />
      </Card>
    )
  }
  return (
    <Card aria-labelledby="numbers">
      <form ref={form} noValidate aria-labelledby="numbers" onSubmit={(event) => void submit(event)}>
        <CardHeader>
          <div className="flex items-center gap-1">
            <CardTitle id="numbers">Invoice numbers</CardTitle>
            <HelpHint topic="invoice-numbers" />
          </div>
          <CardDescription>For new invoices. Existing invoices keep their numbers.</CardDescription>
        </CardHeader>
        <CardContent>
          <RestoredNotice isShown={handle.isRestored} onDiscard={discard} />
          {draft && saved ? <Choices handle={handle} draft={draft} saved={saved} /> : <ChoicesSkeleton />}
        </CardContent>
        <SaveFooter isDirty={hasChanges} isSaving={saving} />
      </form>
    </Card>
  )
}

const styles = [
  {
    value: 'random',
    label: 'Random',
    description: 'Eight characters. They don’t tell your clients how many invoices you write.',
  },
  { value: 'sequence', label: 'In sequence', description: 'One after the other, without gaps.' },
]

interface PartProps {
  handle: NumberingFormHandle
  draft: NumberingDraft
  saved: Numbering
}

function Choices({ handle, draft, saved }: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <Field group hideLabel label="How invoices are numbered">
        <RadioGroup
          look="cards"
          value={draft.style}
          onValueChange={(value) => handle.change({ style: value === 'sequence' ? 'sequence' : 'random' })}
          options={styles}
        />
      </Field>
      {draft.style === 'sequence' && <SequenceFields handle={handle} draft={draft} saved={saved} />}
      <output className="block font-medium wrap-anywhere text-foreground">{previewText(draft, saved)}</output>
    </div>
  )
}

const paddings = [1, 2, 3, 4, 5, 6, 7, 8]
const scopes = [
  { value: 'business', label: 'One sequence for all invoices' },
  {
    value: 'client',
    label: 'One sequence for each client',
    description: 'The number contains a short code for the client, made from the company name.',
  },
]

function SequenceFields({ handle, draft, saved }: PartProps) {
  const { change, problems } = handle
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Prefix"
          error={problems['prefix']}
          hint="Up to 12 letters, digits and the characters - / . _"
        >
          <Input
            value={draft.prefix}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ prefix: event.target.value })}
          />
        </Field>
        <Field label="Digits" error={problems['padding']} hint="Shorter numbers get zeros in front.">
          <Select value={draft.padding} onChange={(event) => change({ padding: Number(event.target.value) })}>
            {paddings.map((padding) => (
              <option key={padding} value={padding}>
                {padding}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox
        label="Include the year"
        description="The year of the issue date. Each year begins with 1."
        checked={draft.withYear}
        onChange={(event) => change({ withYear: event.target.checked })}
      />
      <Field group label="Sequences" error={problems['scope']}>
        <RadioGroup
          value={draft.scope}
          onValueChange={(value) => change({ scope: value === 'client' ? 'client' : 'business' })}
          options={scopes}
        />
      </Field>
      {hasNextNumber(draft) && (
        <Field
          label="Next number"
          className="max-w-64"
          error={problems['nextNumber']}
          hint={draft.withYear ? `For invoices dated ${saved.year}.` : undefined}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={nextNumberText(draft, saved)}
            onChange={(event) => change({ nextNumber: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

function ChoicesSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <output className="sr-only">Loading...</output>
      <div className="grid gap-2 sm:grid-cols-2">
        <Skeleton className="h-20 rounded-lg" />
        <Skeleton className="h-20 rounded-lg" />
      </div>
      <Skeleton className="h-6 w-64" />
    </div>
  )
}
