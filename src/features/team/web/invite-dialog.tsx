import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Team, inviteMember } from '../contract.ts'
import { invitationDays } from '../rules.ts'
import { RoleChoice } from './role-choice.tsx'
import { rolesToGive } from './seats.ts'
import { teamQuery } from './team-api.ts'

type InviteValues = z.input<typeof inviteMember.body>

interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  seats: Team['seats']
}

export function InviteDialog({ open, onOpenChange, seats }: InviteDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const { register, control, handleSubmit, setError, reset, formState } = useForm<InviteValues>({
    resolver: zodResolver(inviteMember.body),
    defaultValues: { email: '', role: 'viewer' },
  })
  const { errors, isSubmitting } = formState

  useEffect(() => {
    if (open) reset()
  }, [open, reset])

  const submit = handleSubmit(async (body) => {
    try {
      const team = await call(inviteMember, { body })
      await client.cancelQueries({ queryKey: teamQuery.queryKey })
      client.setQueryData(teamQuery.queryKey, team)
      showSuccess('Invitation Sent', `${body.email} gets an email with a link to join.`)
      onOpenChange(false)
    } catch (error) {
      if (showFieldErrors(error, setError, ['email', 'role'])) return
      showError('Invitation Not Sent', messageOf(error, 'Please try again.'))
    }
  })

  return (
    <FormDialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={seats === 'one-accountant' ? 'Invite your accountant' : 'Invite someone'}
      description={`They get an email with a link. It works once, for ${invitationDays} days.`}
      formId={formId}
      submitLabel="Send Invitation"
      busy={isSubmitting}
      busyLabel="Sending..."
    >
      <form
        id={formId}
        noValidate
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Email" required error={errors.email?.message}>
          <Input {...register('email')} type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Controller
          control={control}
          name="role"
          render={({ field: { value, onChange } }) => (
            <RoleChoice
              value={value}
              onChange={onChange}
              allowed={rolesToGive(seats)}
              error={errors.role?.message}
            />
          )}
        />
      </form>
    </FormDialog>
  )
}
