import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { SettingsCard } from '../../../business/web/settings-card.tsx'
import type { Numbering } from '../../numbers/contract.ts'
import {
  type NumberingDraft,
  creditNoteText,
  hasNextNumber,
  nextNumberText,
  previewText,
  skippedText,
} from './numbering-draft.ts'
import type { NumberingForm } from './use-numbering-form.ts'

export function NumbersTab({ handle }: { handle: NumberingForm }) {
  const { saved, draft } = handle
  return (
    <SettingsCard
      handle={handle}
      id="numbers"
      title="Numbers"
      topic="invoice-numbers"
      description="For new invoices and credit notes. Existing ones keep their numbers."
      failedTitle="The numbers could not be loaded"
    >
      {draft && saved ? <Choices handle={handle} draft={draft} saved={saved} /> : <ChoicesSkeleton />}
    </SettingsCard>
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
  handle: NumberingForm
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
      <output className="block font-medium wrap-anywhere text-foreground empty:sr-only">
        {previewText(draft, saved, handle.problems)}
      </output>
      <Field
        label="Credit note prefix"
        error={handle.problems['creditNotePrefix']}
        hint={creditNoteText(draft, saved)}
      >
        <Input
          className="max-w-64"
          value={draft.creditNotePrefix}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => handle.change({ creditNotePrefix: event.target.value })}
        />
      </Field>
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
          hint={[draft.withYear && `For invoices dated ${saved.year}.`, skippedText(draft, saved)]
            .filter(Boolean)
            .join(' ')}
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
