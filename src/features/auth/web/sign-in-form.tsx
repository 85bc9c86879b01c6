import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { productName } from '../../../shared/product.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/form-errors.ts'
import { rememberSession } from '../../../web/session.ts'
import { SubmitButton } from '../../../web/submit-button.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { PasswordInput } from '../../../web/ui/password-input.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import { signIn } from '../contract.ts'

/** The two fields and the button. Where the person goes afterwards follows from the session that it sets. */
export function SignInForm({ passwordAction }: { passwordAction?: ReactNode }) {
  const client = useQueryClient()
  const { register, handleSubmit, setError, resetField, setFocus, formState } = useForm({
    resolver: zodResolver(signIn.body),
  })

  const submit = handleSubmit(async (body) => {
    try {
      rememberSession(client, await call(signIn, { body }))
      showToast({
        title: 'Login Successful',
        description: `Welcome back to ${productName}!`,
        tone: 'success',
      })
    } catch (error) {
      showToast({
        title: 'Login Failed',
        description: messageOf(error, 'An error occurred during login.'),
        tone: 'error',
      })
      if (showFieldErrors(error, setError, ['email', 'password'])) return
      resetField('password')
      setFocus('password')
    }
  })

  return (
    <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Email" required error={formState.errors.email?.message}>
        <Input
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        required
        error={formState.errors.password?.message}
        labelAction={passwordAction}
      >
        <PasswordInput {...register('password')} autoComplete="current-password" />
      </Field>
      <SubmitButton busy={formState.isSubmitting} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  )
}
