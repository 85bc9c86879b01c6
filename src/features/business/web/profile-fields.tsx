import { useFormContext } from 'react-hook-form'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import type { ProfileValues } from './profile-values.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** The fields of the profile. Must be inside the form's FormProvider. */
export function ProfileFields({ email }: { email: string }) {
  const { register, formState } = useFormContext<ProfileValues>()
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Full Name" required error={errors.name?.message}>
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Email" hint="It cannot be changed: you sign in with it.">
        <Input type="email" value={email} disabled readOnly />
      </Field>
      <Field label="Business Name" required error={errors.businessName?.message}>
        <Input {...register('businessName')} autoComplete="organization" />
      </Field>
      <Field
        label="Contact Name"
        hint="Shown on invoices. If empty, your full name is shown."
        error={errors.contactName?.message}
      >
        <Input {...register('contactName')} autoComplete="section-business name" />
      </Field>
      <Field
        label="Business Email"
        hint="Shown on invoices, and replies go there. If empty, your own is used."
        error={errors.businessEmail?.message}
      >
        <Input {...register('businessEmail')} type="email" autoComplete="section-business email" />
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="section-business tel" />
      </Field>
      <Field label="Address" error={errors.address?.message} className="sm:col-span-2">
        <Textarea {...register('address')} rows={3} autoComplete="section-business street-address" />
      </Field>
      <TimeZoneField />
    </div>
  )
}
