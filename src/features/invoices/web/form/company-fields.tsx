import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { wholeRow } from '../../../../web/forms/form-section.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardTitle } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { May } from '../../../auth/web/may.tsx'
import { LogoPicker } from '../../../business/web/logo-picker.tsx'
import type { ContentValues } from './content-values.ts'
import { FormTextField } from './form-text-field.tsx'
import { TaxIdentityFields } from './tax-identity-fields.tsx'

const inLine =
  '[&_input]:field-sizing-content [&_input]:w-auto [&_input]:max-w-full [&_input]:truncate [&_input]:border-transparent [&_input]:bg-transparent [&_input]:px-1.5'

/** A single line with name and email once both are known. It unfolds on request, or if something is wrong. */
export function CompanyFields() {
  const { control } = useFormContext<ContentValues>()
  const [name, email] = useWatch({ control, name: ['company.name', 'company.email'] })
  const { errors } = useFormState({ control, name: ['company', 'logo'] })
  const isWrong =
    name.trim() === '' || email.trim() === '' || errors.company !== undefined || errors.logo !== undefined
  const [isOpen, setIsOpen] = useState(isWrong)
  // It stays open when it is corrected: nothing folds while someone types.
  if (isWrong && !isOpen) setIsOpen(true)
  const requiredLook = isOpen ? undefined : `flex-initial ${inLine}`

  return (
    <Card>
      <CardContent
        className={
          isOpen ? 'grid gap-x-4 gap-y-5 sm:grid-cols-2' : 'flex items-center py-1.5! touch:py-1! text-sm'
        }
      >
        <div className={isOpen ? `${wholeRow} flex items-center justify-between gap-4` : 'contents'}>
          <CardTitle className={isOpen ? undefined : 'sr-only'}>Your company</CardTitle>
          {!isOpen && (
            <span aria-hidden className="mr-1 text-muted">
              From
            </span>
          )}
          {!isWrong && (
            <Button
              variant="ghost"
              size="sm"
              aria-label="Edit your company"
              aria-expanded={isOpen}
              className={classNames('-mr-3', !isOpen && 'order-last ml-auto')}
              onClick={() => {
                setIsOpen(!isOpen)
                if (!isOpen) focusField('company.name')
              }}
            >
              Edit
              <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : undefined} />
            </Button>
          )}
        </div>
        <FormTextField
          name="company.name"
          label="Company Name"
          required
          hideLabel={!isOpen}
          autoComplete="section-company organization"
          className={requiredLook}
        />
        {!isOpen && (
          <span aria-hidden className="text-muted">
            ·
          </span>
        )}
        <FormTextField
          name="company.email"
          label="Company Email"
          kind="email"
          required
          hideLabel={!isOpen}
          autoComplete="section-company email"
          // On a phone the name is shown in full, and the email gets the remaining width.
          className={requiredLook && `${requiredLook} max-sm:flex-1!`}
        />
        <div hidden={!isOpen} className={isOpen ? 'contents' : undefined}>
          <FormTextField
            name="company.contactName"
            label="Contact Name"
            autoComplete="section-company name"
          />
          <FormTextField
            name="company.phone"
            label="Company Phone"
            kind="tel"
            autoComplete="section-company tel"
          />
          <FormTextField
            name="company.address"
            label="Company Address"
            kind="long"
            autoComplete="section-company street-address"
            className={wholeRow}
          />
          <TaxIdentityFields party="company" />
          <May permission="settings.write">
            <div className={wholeRow}>
              <LogoField />
            </div>
          </May>
        </div>
      </CardContent>
    </Card>
  )
}

/** The logo of this invoice, which may differ from that of the business. */
function LogoField() {
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
