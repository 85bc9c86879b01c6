import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { changePassword } from '../contract.ts'
import { passwordTooShort } from '../rules.ts'
import { changePasswordFormSchema, newPasswordFormSchema, passwordProblem } from './password-forms.ts'
import { refreshSession } from './session.ts'

const problems = { differ: "New passwords don't match", short: passwordTooShort }

interface ChangePasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The first change of an initial password: not dismissible, and without the current password. */
  forced?: boolean
}

export function ChangePasswordDialog({ open, onOpenChange, forced = false }: ChangePasswordDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm<{
    current?: string
    password: string
    confirm: string
  }>({ resolver: zodResolver(forced ? newPasswordFormSchema : changePasswordFormSchema) })
  const { errors, isSubmitting } = formState

  function close() {
    reset()
    onOpenChange(false)
  }

  const submit = handleSubmit(
    async ({ current, password }) => {
      dismissToast()
      try {
        const body = { newPassword: password, ...(current === undefined ? {} : { currentPassword: current }) }
        await call(changePassword, { body })
        showSuccess('Password updated successfully')
        close()
        await refreshSession(client)
      } catch (error) {
        showError(messageOf(error, 'Failed to update password'))
        if (!(error instanceof ApiError)) return
        const { newPassword, currentPassword } = error.fields
        if (error.code === 'WRONG_PASSWORD' || currentPassword) {
          setError('current', { message: currentPassword ?? 'Check this password.' }, { shouldFocus: true })
        } else if (newPassword) {
          setError('password', { message: newPassword }, { shouldFocus: true })
        }
      }
    },
    (invalid) => {
      const problem = passwordProblem(invalid)
      if (problem) showError(problems[problem])
    },
  )

  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      dismissible={!forced && !isSubmitting}
      title={forced ? 'Change Your Password' : 'Update Password'}
      description={
        forced
          ? 'This change is required because your account still has its initial password.'
          : 'Enter your current password and choose a new one.'
      }
      footer={
        <>
          {!forced && (
            <Button variant="secondary" disabled={isSubmitting} onClick={close}>
              Cancel
            </Button>
          )}
          <Button type="submit" form={formId} busy={isSubmitting} busyLabel="Updating...">
            Update Password
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        {!forced && (
          <Field label="Current Password" required error={errors.current?.message}>
            <PasswordInput {...register('current')} autoComplete="current-password" />
          </Field>
        )}
        <Field label="New Password" required hint="At least 8 characters." error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm New Password" required error={errors.confirm?.message}>
          <PasswordInput {...register('confirm')} autoComplete="new-password" />
        </Field>
      </form>
    </Dialog>
  )
}
