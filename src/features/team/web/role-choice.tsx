import { roleLabels } from '../../../shared/roles.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import { type GivenRole, givenRoles } from '../rules.ts'
import { roleDescriptions } from './role-text.ts'

interface RoleChoiceProps {
  value: GivenRole
  onChange: (role: GivenRole) => void
  /** The roles that the plan includes; the others are shown, but can’t be chosen. */
  allowed: readonly GivenRole[]
  error?: string | undefined
}

export function RoleChoice({ value, onChange, allowed, error }: RoleChoiceProps) {
  return (
    <Field
      group
      label="Role"
      required
      error={error}
      hint={allowed.length < givenRoles.length ? 'Other roles are part of Enterprise.' : undefined}
    >
      <RadioGroup
        value={value}
        onValueChange={(chosen) => {
          const role = givenRoles.find((each) => each === chosen)
          if (role) onChange(role)
        }}
        options={givenRoles.map((role) => ({
          value: role,
          label: roleLabels[role],
          description: roleDescriptions[role],
          disabled: !allowed.includes(role),
        }))}
      />
    </Field>
  )
}
