import { useController } from 'react-hook-form'
import { LogoPicker } from '../../../business/web/logo-picker.tsx'
import type { ContentValues } from './content-values.ts'

/** The logo on this invoice. Lives inside the form's FormProvider. */
export function LogoField() {
  const { field, fieldState } = useController<ContentValues, 'logo'>({ name: 'logo' })
  return (
    <LogoPicker
      logo={field.value}
      error={fieldState.error?.message}
      onUploaded={field.onChange}
      removeLabel="Remove from this invoice"
      onRemove={() => field.onChange(null)}
    />
  )
}
