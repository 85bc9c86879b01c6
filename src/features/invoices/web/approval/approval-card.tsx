import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { SettingsCard } from '../../../business/web/settings-card.tsx'
import type { ApprovalForm } from './use-approval-form.ts'

/** Above which amount the invoices of bookkeepers and sales wait for the owner or an admin. */
export function ApprovalCard({ handle }: { handle: ApprovalForm }) {
  const { saved, draft, change, problems } = handle
  return (
    <SettingsCard
      handle={handle}
      id="approval"
      title="Approval of invoices"
      topic="approval"
      description="Large invoices by bookkeepers and sales can wait for the owner or an admin. Your client doesn’t see them until then."
      failedTitle="The approval settings could not be loaded"
      saveLabel="Save Approval"
    >
      {saved && draft ? (
        <div className="flex flex-col gap-4">
          <Checkbox
            label="Invoices above an amount wait for approval"
            checked={draft.isOn}
            onChange={(event) => change({ isOn: event.target.checked })}
          />
          {draft.isOn && (
            <Field
              label="Amount"
              required
              hint={`Invoices with a higher total wait. Totals in other currencies are converted to ${saved.currency}.`}
              error={problems['aboveMinor']}
              className="max-w-sm"
            >
              <FormMoneyInput
                name="aboveMinor"
                value={draft.aboveMinor}
                format={saved}
                onChange={(aboveMinor) => change({ aboveMinor })}
              />
            </Field>
          )}
        </div>
      ) : (
        <>
          <output className="sr-only">Loading...</output>
          <Skeleton className="h-8 w-80 max-w-full touch:h-11" />
        </>
      )}
    </SettingsCard>
  )
}
