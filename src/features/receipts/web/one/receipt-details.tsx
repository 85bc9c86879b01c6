import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '../../../../web/format/format-moment.ts'
import { wholeRow } from '../../../../web/forms/form-section.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import { useTimeZone } from '../../../auth/web/session.ts'
import { CategoryOptionList } from '../../../categories/web/category-option-list.tsx'
import { categoryOptions } from '../../../categories/web/category-options.ts'
import { useCategories } from '../../../categories/web/use-categories.ts'
import type { Receipt } from '../../contract.ts'
import type { ReadField } from '../fields-to-check.ts'
import { ReceiptFieldsForm } from './receipt-fields-form.tsx'
import { ReceiptItems } from './receipt-items.tsx'
import { TargetsDialog } from './targets-dialog.tsx'
import type { useFiling } from './use-filing.ts'
import type { ReceiptFields } from './use-receipt-fields.ts'

/** On a phone the actions stay in reach while the fields scroll. */
const actionsLook = `${wholeRow} flex min-h-10 flex-wrap items-center gap-2 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:border-t max-sm:border-border max-sm:bg-surface max-sm:px-4 max-sm:py-3`

interface ReceiptDetailsProps {
  receipt: Receipt
  fields: ReceiptFields
  filing: ReturnType<typeof useFiling>
  toCheck: ReadonlySet<ReadField>
  canChange: boolean
  onFocusField: (field: ReadField | null) => void
}

/** What was read, to correct, and what to do with it. */
export function ReceiptDetails(props: ReceiptDetailsProps) {
  const { receipt, fields, filing, toCheck, canChange, onFocusField } = props
  const [showsTargets, setShowsTargets] = useState(false)
  const categories = categoryOptions(useCategories('expense'), fields.values.category)
  const isFiled = receipt.expense !== null || receipt.transaction !== null
  const canAdd = canChange && receipt.expense === null
  const isMain = !isFiled && receipt.suggestion === null
  return (
    <Card aria-label="Fields" aria-busy={receipt.state === 'waiting' || undefined}>
      <ReceiptFieldsForm
        fields={fields}
        toCheck={toCheck}
        disabled={!canChange}
        onFocusField={onFocusField}
        onSubmit={() => filing.run({ kind: isMain ? 'add' : 'save' })}
      >
        {(canAdd || receipt.state === 'waiting') && (
          <Field label="Category" check={receipt.state !== 'waiting' && receipt.category === null}>
            <Select
              value={fields.values.category}
              disabled={!canChange}
              onChange={(event) => fields.change({ category: event.target.value })}
            >
              <CategoryOptionList options={categories} />
            </Select>
          </Field>
        )}
        <div className={actionsLook} hidden={!canChange && receipt.state !== 'waiting'}>
          <output className="contents">
            {receipt.state === 'waiting' && (
              <span className="flex items-center gap-2 text-sm text-muted">
                <Spinner /> Reading… You can leave this page.
              </span>
            )}
          </output>
          {canAdd && (
            <Button
              type={isMain ? 'submit' : 'button'}
              variant={isMain ? 'primary' : 'secondary'}
              className="max-sm:flex-1"
              busy={filing.busy === 'add'}
              busyLabel="Adding..."
              onClick={isMain ? undefined : () => filing.run({ kind: 'add' })}
            >
              <Plus aria-hidden />
              Add expense
            </Button>
          )}
          {canChange && !isFiled && (
            <Button
              variant="secondary"
              className="max-sm:flex-1 max-sm:px-2"
              onClick={() => setShowsTargets(true)}
            >
              {receipt.suggestion ? 'Choose another…' : 'Choose expense…'}
            </Button>
          )}
          {canChange && (fields.isDirty || (isFiled && toCheck.size > 0)) && (
            <Button
              type={isMain ? 'button' : 'submit'}
              variant={isFiled ? 'primary' : 'secondary'}
              busy={filing.busy === 'save'}
              busyLabel="Saving..."
              onClick={isMain ? () => filing.run({ kind: 'save' }) : undefined}
            >
              {fields.isDirty ? 'Save' : 'Confirm'}
            </Button>
          )}
        </div>
      </ReceiptFieldsForm>
      <ReceiptItems items={receipt.items} currency={fields.values.currency} />
      <Origin receipt={receipt} />
      <TargetsDialog
        receiptId={receipt.id}
        open={showsTargets}
        onOpenChange={setShowsTargets}
        onChoose={(target) => {
          setShowsTargets(false)
          filing.run({ kind: 'attach', target })
        }}
      />
    </Card>
  )
}

function Origin({ receipt }: { receipt: Receipt }) {
  const { fileName, source, sender, createdAt } = receipt
  const added = formatMoment(useTimeZone(), createdAt)
  return (
    <p className="mt-auto border-t border-border px-4 py-3 text-xs wrap-anywhere text-muted sm:px-6">
      {[fileName, source === 'email' && sender !== null ? `Sent by ${sender}, ${added}` : `Added ${added}`]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
