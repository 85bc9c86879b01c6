import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import type { BankAccount } from '../../../banking/contract.ts'
import { currencyOptions } from '../../../business/web/currency-options.ts'
import type { PreviewStatement } from '../../contract.ts'
import { accountOption } from '../bank-file-text.ts'
import {
  type TargetDraft,
  type TargetProblems,
  accountsFor,
  currencyOf,
  maxNameLength,
} from './target-drafts.ts'

interface TargetFieldsProps {
  statement: PreviewStatement
  /** Where a file has several accounts, one can be left out. */
  canSkip: boolean
  accounts: readonly BankAccount[]
  draft: TargetDraft
  problems: TargetProblems
  onChange: (values: Partial<TargetDraft>) => void
}

/** Each with the name that an account gets without another one. */
const kinds = [
  { value: 'cash', label: 'Checking', name: 'Checking' },
  { value: 'savings', label: 'Savings', name: 'Savings' },
  { value: 'credit', label: 'Credit card', name: 'Credit' },
] as const

/** Where a statement goes, and what a new account needs. */
export function TargetFields({ statement, canSkip, accounts, draft, problems, onChange }: TargetFieldsProps) {
  const isNew = draft.target === 'new'
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Account">
        <Select value={draft.target} onChange={(event) => onChange({ target: event.target.value })}>
          {accountsFor(statement, accounts).map((account) => (
            <option key={account.id} value={account.id}>
              {accountOption(account)}
            </option>
          ))}
          <option value="new">New account</option>
          {canSkip && <option value="skip">Leave this account out</option>}
        </Select>
      </Field>
      {isNew && (
        <>
          <Field label="Bank name" required error={problems.bankName}>
            <Input
              value={draft.bankName}
              maxLength={maxNameLength}
              autoComplete="off"
              onChange={(event) => onChange({ bankName: event.target.value })}
            />
          </Field>
          <Field label="Account name" optional>
            <Input
              value={draft.accountName}
              maxLength={maxNameLength}
              autoComplete="off"
              placeholder={kinds.find(({ value }) => value === draft.kind)?.name}
              onChange={(event) => onChange({ accountName: event.target.value })}
            />
          </Field>
          <Field label="Type">
            <Select
              value={draft.kind}
              onChange={(event) => {
                const chosen = kinds.find(({ value }) => value === event.target.value)
                if (chosen) onChange({ kind: chosen.value })
              }}
            >
              {kinds.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {statement.currency === null && (
            <Field label="Currency" hint="The file doesn’t name it. Please choose.">
              <Select value={draft.currency} onChange={(event) => onChange({ currency: event.target.value })}>
                {currencyOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {statement.closingMinor === null && (
            <Field
              label="Balance after the last transaction"
              optional
              error={problems.closing}
              hint={
                draft.kind === 'credit'
                  ? 'Not in the file. Enter what you owe with a minus sign.'
                  : 'Not in the file. Enter it so that your cash balance is right.'
              }
            >
              <FormMoneyInput
                format={{ currency: currencyOf(draft, statement) }}
                value={draft.closing}
                onChange={(closing) => onChange({ closing })}
              />
            </Field>
          )}
        </>
      )}
    </div>
  )
}
