import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { productName } from '../../../shared/product.ts'
import { call, messageOf } from '../../../web/api-client.ts'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { PasswordInput } from '../../../web/ui/fields/password-input.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showToast } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { refreshSession } from '../../auth/web/session.ts'
import { getDeletion, requestDeletion } from '../contract.ts'
import { deletionDate, graceDays, isConfirmed, keepsAccount } from '../rules.ts'
import { ExportButton } from './export-button.tsx'

interface DeleteAccountDialogProps {
  session: Session
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteAccountDialog({ session, open, onOpenChange }: DeleteAccountDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const { name } = session.business
  const isKept = keepsAccount(session)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isKept ? `Delete ${name}?` : 'Delete your account?'}
      description={`Everything in ${name} will be deleted in ${graceDays} days. Until then, everything works as usual and you can change your mind.`}
      formId={formId}
      submitLabel={isKept ? 'Delete business' : 'Delete account'}
      tone="danger"
      busy={busy}
      busyLabel="Scheduling..."
    >
      <DeletionForm
        formId={formId}
        session={session}
        onBusy={setBusy}
        onScheduled={() => onOpenChange(false)}
      />
    </FormDialog>
  )
}

interface DeletionFormProps {
  formId: string
  session: Session
  onBusy: (busy: boolean) => void
  onScheduled: () => void
}

/** A separate component, so that the form is empty whenever the dialog opens. */
function DeletionForm({ formId, session, onBusy, onScheduled }: DeletionFormProps) {
  const client = useQueryClient()
  const { business } = session
  const isKept = keepsAccount(session)
  const { data } = useQuery({ queryKey: ['deletion'], queryFn: () => call(getDeletion) })
  // Until the response arrives, assume a password: almost every user has one.
  const hasPassword = data?.hasPassword ?? true
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm<{
    confirmation: string
    password?: string
  }>({
    shouldUnregister: true,
  })
  const { errors } = formState

  const submit = handleSubmit(async ({ confirmation, password }) => {
    setProblem(undefined)
    onBusy(true)
    try {
      const body = { confirmation, password: hasPassword ? (password ?? null) : null }
      const { deleteAfter } = await call(requestDeletion, { body })
      await refreshSession(client)
      showToast({
        title: 'Deletion Scheduled',
        ...(deleteAfter && {
          description: `${isKept ? business.name : 'Your account'} will be deleted on ${deletionDate(deleteAfter, business.timeZone)}.`,
        }),
      })
      onScheduled()
    } catch (error) {
      if (showFieldErrors(error, setError, ['confirmation', 'password'])) return
      setProblem(messageOf(error, 'Please try again.'))
    } finally {
      onBusy(false)
    }
  })

  return (
    <form
      id={formId}
      noValidate
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {problem && (
        <Notice tone="error" title="Nothing has changed">
          {problem}
        </Notice>
      )}
      <DeletionFacts business={business} isKept={isKept} otherMembers={data?.otherMembers ?? 0} />
      <Field
        label="Business Name"
        required
        hint={`Type ${business.name} to confirm.`}
        error={errors.confirmation?.message}
      >
        <Input
          {...register('confirmation', {
            validate: (typed) =>
              isConfirmed(typed, business.name) || `Please type the name exactly as shown: ${business.name}`,
          })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {hasPassword && (
        <Field label="Password" required error={errors.password?.message}>
          <PasswordInput
            {...register('password', { required: 'Please enter your password.' })}
            autoComplete="current-password"
          />
        </Field>
      )}
    </form>
  )
}

interface DeletionFactsProps {
  business: Session['business']
  /** Whether the owner keeps the account. */
  isKept: boolean
  otherMembers: number
}

function DeletionFacts({ business, isKept, otherMembers }: DeletionFactsProps) {
  return (
    <div className="flex flex-col gap-4 text-sm text-foreground">
      <div>
        <h3 className="font-semibold">What gets deleted</h3>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          <li>
            {isKept ? 'Its clients' : 'Your sign-in, clients'}, invoices, payments, emails, images and
            settings.
          </li>
          {otherMembers > 0 && (
            <li>
              {otherMembers === 1 ? 'The other member loses' : `The ${otherMembers} other members lose`}{' '}
              access. They get an email about it.
            </li>
          )}
          <li>Links to your invoices stop working, and their payment pages close.</li>
          <li>A paid plan ends that day, and you won’t be charged again.</li>
        </ul>
      </div>
      <div>
        <h3 className="font-semibold">{isKept ? 'What stays' : 'What others keep'}</h3>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {isKept && <li>Your account and your other businesses.</li>}
          <li>Emails your clients have received stay with them.</li>
          <li>
            Payment providers keep their own records of payments, and of what you paid for {productName}, for
            as long as the law requires.
          </li>
        </ul>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border p-3">
        <p className="min-w-40 flex-1">Download a copy of your data first.</p>
        <ExportButton business={business} />
      </div>
    </div>
  )
}
