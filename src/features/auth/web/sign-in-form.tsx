import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { productName } from '../../../shared/product.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { firstField, firstFieldOfPage, useFirstField } from '../../../web/forms/use-first-field.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { signIn } from '../contract.ts'
import { EmailInput } from './email-input.tsx'
import { inWantedBusiness, rememberSession } from './session.ts'
import { rememberedField, typedEmail, useEarlyEmail } from './typed-email.ts'

/** The sign-in form. The new session decides where the user goes afterwards. */
export function SignInForm({ passwordAction }: { passwordAction?: ReactNode }) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, getValues, setError, resetField, setFocus, formState } = useForm<
    z.input<typeof signIn.body>
  >({
    resolver: zodResolver(signIn.body),
    defaultValues: typedEmail(),
  })
  useEarlyEmail(getValues)
  useFirstField()

  const submit = handleSubmit(async (body) => {
    dismissToast()
    setRefusal(undefined)
    try {
      rememberSession(client, await inWantedBusiness(await call(signIn, { body })))
      showSuccess('Login Successful', `Welcome back to ${productName}!`)
    } catch (error) {
      const message = messageOf(error, 'An error occurred during login.')
      showError('Login Failed', message)
      if (showFieldErrors(error, setError, ['email', 'password'])) return
      setRefusal(message)
      // Other values may still be right, so they stay.
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') resetField('password')
      setFocus('password')
    }
  })

  return (
    <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {refusal !== undefined && (
        // Screen readers have already announced the toast.
        <Notice tone="error" role="note">
          {refusal}
        </Notice>
      )}
      <Field label="Email" required error={formState.errors.email?.message}>
        <EmailInput
          {...(typedEmail().email === undefined && firstFieldOfPage)}
          {...register('email', rememberedField)}
          autoComplete="username"
        />
      </Field>
      <Field
        label="Password"
        required
        error={formState.errors.password?.message}
        labelAction={passwordAction}
      >
        <PasswordInput {...firstField} {...register('password')} autoComplete="current-password" />
      </Field>
      <SubmitButton busy={formState.isSubmitting} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  )
}
