import { Field } from '../../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../../web/ui/fields/radio-group.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { SettingsCard } from '../../../business/web/settings-card.tsx'
import { LateFeeFields } from './late-fee-fields.tsx'
import type { LateFeeForm } from './use-late-fee-form.ts'

const choices = [
  { value: 'off', label: 'No late fee', description: 'An invoice can still have one of its own.' },
  {
    value: 'on',
    label: 'Add a late fee',
    description: 'New invoices begin with it.',
  },
]

/** The late fee of the business, which new invoices begin with. */
export function LateFeeCard({ handle }: { handle: LateFeeForm }) {
  const { saved, draft, change, problems } = handle
  return (
    <SettingsCard
      handle={handle}
      id="late-fees"
      title="Late fees"
      topic="late-fees"
      description="For new invoices. Existing ones keep theirs."
      failedTitle="The late fees could not be loaded"
      saveLabel="Save Late Fee"
    >
      {saved && draft ? (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field group hideLabel label="Whether a late fee is added" className="sm:col-span-2">
            <RadioGroup
              look="cards"
              value={draft.isOn ? 'on' : 'off'}
              onValueChange={(value) => change({ isOn: value === 'on' })}
              options={choices}
            />
          </Field>
          {draft.isOn && (
            <>
              <LateFeeFields values={draft} currency={saved.currency} errors={problems} onChange={change} />
              <p className="text-sm text-muted sm:col-span-2">
                Amounts are in {saved.currency}. Invoices in another currency begin without a late fee that
                has amounts.
              </p>
            </>
          )}
        </div>
      ) : (
        <div className="flex flex-col gap-6">
          <output className="sr-only">Loading...</output>
          <div className="grid gap-2 sm:grid-cols-2">
            <Skeleton className="h-20 rounded-lg" />
            <Skeleton className="h-20 rounded-lg" />
          </div>
        </div>
      )}
    </SettingsCard>
  )
}
