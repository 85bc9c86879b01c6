import { typedDate } from '../../../web/forms/typed-date.ts'
import { DatePicker } from '../../../web/ui/fields/date-picker.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import type { OwnField, OwnValues } from '../contract.ts'
import { maxValue } from '../rules.ts'
import { NumberInput } from './number-input.tsx'

interface OwnFieldInputsProps {
  fields: readonly OwnField[]
  values: OwnValues
  errorOf: (id: string) => string | undefined
  onValuesChange: (values: OwnValues) => void
}

/** An input for each field. What they hold is one value of the form. */
export function OwnFieldInputs({ fields, values, errorOf, onValuesChange }: OwnFieldInputsProps) {
  return fields.map((field) => (
    <Field
      key={field.id}
      label={<span className="own-words wrap-anywhere">{field.label}</span>}
      error={errorOf(field.id)}
    >
      <OwnFieldInput
        field={field}
        value={values[field.id] ?? ''}
        onValueChange={(value) => onValuesChange({ ...values, [field.id]: value })}
      />
    </Field>
  ))
}

interface OwnFieldInputProps {
  field: OwnField
  value: string
  onValueChange: (value: string) => void
}

function OwnFieldInput({ field, value, onValueChange }: OwnFieldInputProps) {
  const name = `ownFields.${field.id}`
  if (field.kind === 'number') return <NumberInput name={name} value={value} onValueChange={onValueChange} />
  if (field.kind === 'date') {
    return (
      <DatePicker
        name={name}
        value={value || null}
        onValueChange={(iso, text) => onValueChange(typedDate(iso, text) ?? '')}
      />
    )
  }
  if (field.kind === 'choice') {
    // What was chosen before it was taken away stays.
    const choices = field.choices.includes(value) || value === '' ? field.choices : [value, ...field.choices]
    return (
      <Select name={name} value={value} onChange={(event) => onValueChange(event.target.value)}>
        <option value="">None</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    )
  }
  return (
    <Input
      name={name}
      autoComplete="off"
      maxLength={maxValue}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}
