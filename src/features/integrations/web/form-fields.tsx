import type { ComponentProps, ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'

interface FormFieldProps<Values extends FieldValues, Body> {
  control: Control<Values, unknown, Body>
  name: FieldPathByValue<Values, string>
  label: string
  hint?: ReactNode
}

interface TextFieldProps<Values extends FieldValues, Body> extends FormFieldProps<Values, Body> {
  optional?: boolean
  input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder' | 'autoComplete'>
}

export function TextField<Values extends FieldValues, Body>(props: TextFieldProps<Values, Body>) {
  const { control, name, input, ...texts } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <Field {...texts} error={fieldState.error?.message}>
      <Input
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        {...field}
      />
    </Field>
  )
}

interface ChoiceFieldProps<Values extends FieldValues, Body> extends FormFieldProps<Values, Body> {
  options: Record<string, string>
}

export function ChoiceField<Values extends FieldValues, Body>(props: ChoiceFieldProps<Values, Body>) {
  const { control, name, options, ...texts } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <Field {...texts} error={fieldState.error?.message}>
      <Select {...field}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}
