import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { dismissToast } from '../../../web/ui/toast.ts'
import { confirmSession, forgotPassword } from '../contract.ts'
import { GoogleButton } from './google-button.tsx'

interface ConfirmIdentityDialogProps {
  open: boolean
  hasPassword: boolean
  /** Whether signing in with Google is set up. */
  google: boolean
  email: string
  onFinish: (isConfirmed: boolean) => void
}

export function ConfirmIdentityDialog({ hasPassword, google, email, ...props }: ConfirmIdentityDialogProps) {
  if (hasPassword) return <WithPassword {...props} email={email} />
  return google ? <WithGoogle {...props} /> : <WithResetMail {...props} email={email} />
}

type DialogProps = Pick<ConfirmIdentityDialogProps, 'open' | 'onFinish'>

interface FrameProps extends DialogProps {
  description: string
  busy?: boolean
  /** The button beside Cancel. */
  action: ReactNode
  children?: ReactNode
}

function Frame({ open, onFinish, description, busy = false, action, children }: FrameProps) {
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => !next && onFinish(false)}
      dismissible={!busy}
      title="Confirm it’s you"
      description={description}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => onFinish(false)}>
            Cancel
          </Button>
          {action}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

function WithPassword({ open, onFinish, email }: DialogProps & { email: string }) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Frame
      open={open}
      onFinish={onFinish}
      busy={busy}
      description={`Enter the password for ${email} to continue. You won’t be asked again for ten minutes.`}
      action={
        <Button type="submit" form={formId} busy={busy} busyLabel="Confirming...">
          Confirm
        </Button>
      }
    >
      <PasswordForm formId={formId} email={email} onBusy={setBusy} onConfirmed={() => onFinish(true)} />
    </Frame>
  )
}

interface PasswordFormProps {
  formId: string
  email: string
  onBusy: (busy: boolean) => void
  onConfirmed: () => void
}

/** A separate component, so that the form is empty whenever the dialog opens. */
function PasswordForm({ formId, email, onBusy, onConfirmed }: PasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>()
  const submit = handleSubmit(async (body) => {
    // Enter in the field submits the form even while its button is busy.
    if (formState.isSubmitting) return
    dismissToast()
    onBusy(true)
    try {
      await call(confirmSession, { body })
      onConfirmed()
    } catch (error) {
      setError('password', { message: messageOf(error, 'Please try again.') }, { shouldFocus: true })
    } finally {
      onBusy(false)
    }
  })
  return (
    <form id={formId} noValidate method="post" onSubmit={(event) => void submit(event)}>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" required error={formState.errors.password?.message}>
        <PasswordInput
          {...register('password', { required: 'Please enter your password.' })}
          autoComplete="current-password"
        />
      </Field>
    </form>
  )
}

function WithGoogle({ open, onFinish }: DialogProps) {
  const returnTo = window.location.pathname + window.location.search
  return (
    <Frame
      open={open}
      onFinish={onFinish}
      description="Sign in with Google again to continue. You’ll come back to this page, but anything you haven’t saved will be lost."
      action={<GoogleButton returnTo={returnTo} />}
    />
  )
}

function WithResetMail({ open, onFinish, email }: DialogProps & { email: string }) {
  const sending = useMutation({ mutationFn: () => call(forgotPassword, { body: { email } }) })
  return (
    <Frame
      open={open}
      onFinish={onFinish}
      description={`Your account has no password yet. We’ll send a link to ${email} so that you can set one. Then sign in with it and try again.`}
      action={
        !sending.isSuccess && (
          <Button busy={sending.isPending} busyLabel="Sending..." onClick={() => sending.mutate()}>
            Send reset link
          </Button>
        )
      }
    >
      <output className="block">
        {sending.isSuccess && <Notice tone="success">The link is on its way to {email}.</Notice>}
        {sending.isError && <Notice tone="error">{messageOf(sending.error, 'Please try again.')}</Notice>}
      </output>
    </Frame>
  )
}
