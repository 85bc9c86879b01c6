import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { type AccountCode, maxCodeLength, maxNameLength } from '../../ledger/chart-rules.ts'

interface AccountRowProps {
  /** What the account holds. */
  label: string
  value: AccountCode
  errors: Record<keyof AccountCode, string | undefined>
  onChange: (value: AccountCode) => void
}

export function AccountRow({ label, value, errors, onChange }: AccountRowProps) {
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1.4fr)] sm:items-start">
      <span className="text-sm wrap-anywhere text-muted sm:pt-2.5">{label}</span>
      <div className="contents max-sm:grid max-sm:grid-cols-[7rem_minmax(0,1fr)] max-sm:gap-3">
        <Field label={`Number of ${label}`} hideLabel error={errors.code}>
          <Input
            value={value.code}
            maxLength={maxCodeLength}
            autoComplete="off"
            spellCheck={false}
            className="tabular-nums"
            onChange={({ target }) => onChange({ ...value, code: target.value })}
          />
        </Field>
        <Field label={`Name of ${label}`} hideLabel error={errors.name}>
          <Input
            value={value.name}
            maxLength={maxNameLength}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...value, name: target.value })}
          />
        </Field>
      </div>
    </div>
  )
}
