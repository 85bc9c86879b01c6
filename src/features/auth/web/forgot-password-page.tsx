import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { call, messageOf } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { SubmitButton } from '../../../web/forms/submit-button.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { dismissToast, showSuccess } from '../../../web/ui/toast.ts'
import { forgotPassword } from '../contract.ts'
import { AuthCard } from './auth-card.tsx'
import { EmailInput } from './email-input.tsx'
import { rememberedField, typedEmail, useEarlyEmail } from './typed-email.ts'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const [isBack, setIsBack] = useState(false)
  return (
    <AuthCard
      title="Forgot Password"
      description="Enter your email and we will send you a link to set a new password."
      footer={
        <Link to="/login" className={textLink}>
          Back to sign in
        </Link>
      }
    >
      {sentTo === undefined ? (
        <RequestForm takesFocus={isBack} onSent={setSentTo} />
      ) : (
        <Sent
          to={sentTo}
          onTryAgain={() => {
            setIsBack(true)
            setSentTo(undefined)
          }}
        />
      )}
    </AuthCard>
  )
}

interface RequestFormProps {
  /** True if the form replaces the button that had the focus. */
  takesFocus: boolean
  onSent: (email: string) => void
}

function RequestForm({ takesFocus, onSent }: RequestFormProps) {
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm<
    z.input<typeof forgotPassword.body>
  >({
    resolver: zodResolver(forgotPassword.body),
    defaultValues: typedEmail(),
  })
  useEarlyEmail(getValues)
  useEffect(() => {
    if (takesFocus) setFocus('email')
  }, [takesFocus, setFocus])
  const submit = handleSubmit(async (body) => {
    dismissToast()
    try {
      await call(forgotPassword, { body })
      showSuccess('Password Reset Email Sent', 'Check your inbox for the link.')
      onSent(body.email)
    } catch (error) {
      if (showFieldErrors(error, setError, ['email'])) return
      setError(
        'email',
        { type: 'server', message: messageOf(error, 'The email could not be sent. Please try again.') },
        { shouldFocus: true },
      )
    }
  })
  return (
    <form noValidate method="post" className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Email" required error={formState.errors.email?.message}>
        <EmailInput {...register('email', rememberedField)} autoComplete="username" />
      </Field>
      <SubmitButton busy={formState.isSubmitting} busyLabel="Sending...">
        Send Reset Link
      </SubmitButton>
    </form>
  )
}

function Sent({ to, onTryAgain }: { to: string; onTryAgain: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The button that had the focus disappeared with the form.
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <Notice tone="success" title="Check your email">
        <p className="break-words">
          If there is an account for {to}, a link to set a new password is on its way. It works once, for one
          hour.
        </p>
      </Notice>
      <Button ref={button} variant="secondary" onClick={onTryAgain}>
        Try Again
      </Button>
    </>
  )
}
