import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { dismissToast, showError, showSuccess, showToast } from '../../../web/ui/toast.ts'
import { resetPassword } from '../contract.ts'
import { type ResetLink, readResetFragment } from '../rules.ts'
import { AuthCard } from './auth-card.tsx'
import { newPasswordFormSchema, passwordProblem } from './password-forms.ts'
import { refreshSession } from './session.ts'
import { useFragment } from './use-fragment.ts'

export function ResetPasswordPage() {
  const fragment = useFragment()
  const [link, setLink] = useState<ResetLink>(() => readResetFragment(fragment))

  useEffect(() => {
    if (!link.ok) showError(link.title, link.message)
  }, [link])

  return (
    <AuthCard
      title="Set New Password"
      description={link.ok ? 'Choose a new password for your account.' : 'This link can’t be used.'}
    >
      {link.ok ? (
        <ResetPasswordForm
          token={link.token}
          onBadLink={(message) => setLink({ ok: false, title: 'Reset Link Error', message })}
        />
      ) : (
        <>
          <Notice tone="error" role="note" title={link.title}>
            {link.message}
          </Notice>
          <Button asChild>
            <Link to="/forgot-password">Request New Reset Link</Link>
          </Button>
        </>
      )}
    </AuthCard>
  )
}

const redirectAfterMs = 2000

const problems = {
  differ: { title: "Passwords Don't Match", description: 'Please make sure both passwords match.' },
  short: { title: 'Password Too Short', description: 'Your password must be at least 8 characters long.' },
}

/** Moves the focus to the notice, because the submit button that had it was removed with the form. */
function focusWhenMounted(element: HTMLElement | null) {
  element?.focus()
}

function ResetPasswordForm({ token, onBadLink }: { token: string; onBadLink: (message: string) => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(newPasswordFormSchema),
  })

  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [done, navigate])

  const submit = handleSubmit(
    async ({ password }) => {
      dismissToast()
      try {
        await call(resetPassword, { body: { token, password } })
        showSuccess('Password Updated', 'You can now sign in with your new password.')
        setDone(true)
        await refreshSession(client)
      } catch (error) {
        const message = messageOf(error, 'Your password could not be changed. Please try again.')
        if (error instanceof ApiError && error.code === 'INVALID_RESET_LINK') return onBadLink(message)
        showError('Failed to update password', message)
        if (error instanceof ApiError && error.fields['password']) {
          setError('password', { type: 'server', message: error.fields['password'] }, { shouldFocus: true })
        }
      }
    },
    (invalid) => {
      const problem = passwordProblem(invalid)
      if (problem) showToast({ ...problems[problem], tone: 'error' })
    },
  )

  if (done) {
    return (
      <div ref={focusWhenMounted} tabIndex={-1}>
        <Notice tone="success" title="Your new password is set">
          Taking you to the sign-in page...
        </Notice>
      </div>
    )
  }
  return (
    <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <Field
        label="New Password"
        required
        hint="At least 8 characters."
        error={formState.errors.password?.message}
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm Password" required error={formState.errors.confirm?.message}>
        <PasswordInput {...register('confirm')} autoComplete="new-password" />
      </Field>
      <SubmitButton busy={formState.isSubmitting} busyLabel="Updating...">
        Update Password
      </SubmitButton>
    </form>
  )
}
