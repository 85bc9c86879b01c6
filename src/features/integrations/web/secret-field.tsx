import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'

interface SecretFieldProps<Values extends FieldValues, Body> {
  control: Control<Values, unknown, Body>
  name: FieldPathByValue<Values, string | null>
  label: string
  /** Whether a secret is saved. Its value is never sent to the page. */
  isSaved: boolean
  help?: ReactNode
  hint?: ReactNode
  optional?: boolean
}

export function SecretField<Values extends FieldValues, Body>(props: SecretFieldProps<Values, Body>) {
  const { control, name, label, isSaved, help, hint, optional = false } = props
  const {
    field: { value, onChange, ...field },
    fieldState,
  } = useController({ control, name })
  const [shown, setShown] = useState(false)
  const isRemoved = isSaved && value === ''
  const isKept = isSaved && value === null
  return (
    <Field
      label={label}
      help={help}
      optional={optional}
      error={fieldState.error?.message}
      hint={isSaved ? savedHint(value) : hint}
      labelAction={
        isSaved && (
          <span className="flex items-center gap-2">
            {isKept && (
              <Badge tone="positive" className="max-sm:hidden">
                Saved
              </Badge>
            )}
            {(isKept || isRemoved) && (
              <Button
                variant="link"
                aria-label={isKept ? `Remove ${label}` : `Keep ${label}`}
                onClick={() => onChange(isKept ? '' : null)}
                className="-my-1"
              >
                {isKept ? 'Remove' : 'Keep'}
              </Button>
            )}
          </span>
        )
      }
    >
      <Input
        {...field}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
        type={shown ? 'text' : 'password'}
        placeholder={isKept ? '•••••••• saved' : undefined}
        // With any other value, browsers fill in the password of the signed-in user.
        autoComplete="new-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        trailing={
          <button
            type="button"
            aria-pressed={shown}
            aria-label={shown ? `Hide ${label}` : `Show ${label}`}
            onClick={() => setShown(!shown)}
            className="flex size-8 items-center justify-center rounded-sm text-muted hover:text-foreground touch:size-11"
          >
            {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
          </button>
        }
      />
    </Field>
  )
}

function savedHint(value: string | null): string {
  if (value === null) return 'Saved and encrypted. Type a new one to replace it.'
  return value === '' ? 'It will be removed when you save.' : 'It will replace the saved one when you save.'
}
