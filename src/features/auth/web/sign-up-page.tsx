import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { firstFieldOfPage, useFirstField } from '../../../web/forms/use-first-field.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { signUp } from '../contract.ts'
import { AgreementNote } from './agreement-note.tsx'
import { AuthCard } from './auth-card.tsx'
import { browserTimeZone } from './browser-time-zone.ts'
import { EmailInput } from './email-input.tsx'
import { signUpFormSchema, tooShort } from './password-forms.ts'
import { rememberedField, typedEmail, useEarlyEmail } from './typed-email.ts'
import { useReturnPath } from './use-return-path.ts'

export function SignUpPage() {
  const search = useReturnPath()
  const navigate = useNavigate()
  const [taken, setTaken] = useState<string>()
  const { register, handleSubmit, getValues, setError, formState } = useForm<
    z.input<typeof signUpFormSchema>
  >({
    resolver: zodResolver(signUpFormSchema),
    defaultValues: typedEmail(),
  })
  useEarlyEmail(getValues)
  useFirstField()
  const { errors } = formState

  const submit = handleSubmit(
    async (values) => {
      dismissToast()
      setTaken(undefined)
      try {
        await call(signUp, { body: { ...values, timeZone: browserTimeZone() } })
        showSuccess(
          'Account Created',
          'Your account has been created successfully. You may need to verify your email.',
        )
        await navigate({ to: '/login', search })
      } catch (error) {
        showError('Signup Failed', messageOf(error, 'An error occurred during sign up.'))
        if (error instanceof ApiError && error.code === 'EMAIL_TAKEN') {
          setTaken(values.email)
          setError(
            'email',
            { type: 'server', message: 'This address already has an account.' },
            { shouldFocus: true },
          )
        } else showFieldErrors(error, setError, ['name', 'email', 'password', 'businessName'])
      }
    },
    (invalid) => {
      if (invalid.password?.message !== tooShort) return
      showError('Password Too Short', 'Password must be at least 8 characters.')
    },
  )

  return (
    <AuthCard
      title="Create an Account"
      description="Your name, email, business name and a password are all you need."
      footer={
        <>
          Already have an account?{' '}
          <Link to="/login" search={search} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      {taken !== undefined && (
        <Notice tone="attention" title="There is an account for this address">
          <p className="break-words">
            {taken} already has an account. You can{' '}
            <Link to="/login" search={search} className={textLink}>
              sign in
            </Link>{' '}
            or{' '}
            <Link to="/forgot-password" className={textLink}>
              reset your password
            </Link>
            .
          </p>
        </Notice>
      )}
      <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <Field label="Full Name" required error={errors.name?.message}>
          <Input {...firstFieldOfPage} {...register('name')} autoComplete="name" />
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          <EmailInput {...register('email', rememberedField)} autoComplete="email" />
        </Field>
        <Field label="Business Name" required error={errors.businessName?.message}>
          <Input {...register('businessName')} autoComplete="organization" />
        </Field>
        <Field label="Password" required hint="At least 8 characters." error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
        <SubmitButton busy={formState.isSubmitting} busyLabel="Creating account...">
          Create Account
        </SubmitButton>
        <AgreementNote />
      </form>
    </AuthCard>
  )
}
