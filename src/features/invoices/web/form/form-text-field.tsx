import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { firstField } from '../../../../web/forms/use-first-field.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../../web/ui/fields/textarea.tsx'
import type { textKeys } from '../../document/input-rules.ts'
import type { ContentValues } from './content-values.ts'

type PartyField = keyof ContentValues['company']
type TextPath = `${'company' | 'client'}.${PartyField}` | (typeof textKeys)[number]

interface FormTextFieldProps {
  name: TextPath
  label: string
  required?: boolean
  hideLabel?: boolean
  hint?: ReactNode
  labelAction?: ReactNode
  className?: string | undefined
  kind?: 'text' | 'email' | 'tel' | 'long'
  autoComplete?: string
  /** Typing begins in this field if it is empty. */
  isFirst?: boolean
}

const inputs = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel' },
} as const

export function FormTextField({
  name,
  label,
  hint,
  labelAction,
  required = false,
  hideLabel = false,
  className,
  kind = 'text',
  autoComplete,
  isFirst = false,
}: FormTextFieldProps) {
  const { register, getFieldState, formState } = useFormContext<ContentValues>()
  const { error } = getFieldState(name, formState)
  return (
    <Field
      label={label}
      required={required}
      hideLabel={hideLabel}
      hint={hint}
      labelAction={labelAction}
      error={error?.message}
      className={className}
    >
      {kind === 'long' ? (
        <Textarea {...register(name)} rows={3} autoComplete={autoComplete} />
      ) : (
        <Input
          {...register(name)}
          {...inputs[kind]}
          {...(isFirst && firstField)}
          autoComplete={autoComplete}
        />
      )}
    </Field>
  )
}
